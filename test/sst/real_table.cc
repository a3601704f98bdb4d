// SPDX-License-Identifier: Apache-2.0
#include "sst/real_table.h"

#include <rocksdb/db.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>

#include "base/internal_key.h"
#include "support/rocksdb/append_operator.h"
#include "support/rocksdb/require_ok.h"

namespace rescale::test {
namespace {

// Applies operations one by one, a snapshot after each, so that a flush drops none of them.
class Writer {
 public:
  Writer(rocksdb::DB* db, const Workload& workload)
      : db_(db), workload_(workload), random_(workload.seed) {}
  ~Writer() {
    for (const rocksdb::Snapshot* s : snapshots_) db_->ReleaseSnapshot(s);
  }

  void Step() {
    const auto kind = random_() % 20;
    if (kind < 2 && workload_.deletes) {
      return Delete(Key());
    } else if (kind < 3 && workload_.deletes) {
      return SingleDelete(Key());
    } else if (kind < 5 && workload_.merges) {
      return Merge(Key(), Value());
    } else if (kind < 6 && workload_.range_deletes) {
      return DeleteRange(Key(), Key());
    }
    Put(Key(), Value());
  }

  std::vector<Entry> entries;
  std::vector<sst::RangeTombstone> tombstones;

 private:
  std::string Key() {
    // A key-group byte, then digits: many keys share prefixes, some keys come more than once.
    std::string key(1, static_cast<char>(random_() % 16));
    key += "key" + std::to_string(random_() % 90 + 10);
    if (random_() % 3 == 0) key += std::string(random_() % 300, 'x');
    return key;
  }
  std::string Value() {
    std::string value;
    while (value.size() < workload_.value_bytes) value += std::to_string(random_() % 1000);
    value.resize(random_() % (workload_.value_bytes + 1));
    return value;
  }

  void Record(const std::string& key, ValueType type, const std::string& value) {
    snapshots_.push_back(db_->GetSnapshot());
    const SequenceNumber sequence{db_->GetLatestSequenceNumber()};
    entries.push_back({MakeInternalKey(key, sequence, type), value});
  }
  void Put(const std::string& key, const std::string& value) {
    RequireOk(db_->Put({}, key, value));
    Record(key, ValueType::kValue, value);
  }
  void Merge(const std::string& key, const std::string& value) {
    RequireOk(db_->Merge({}, key, value));
    Record(key, ValueType::kMerge, value);
  }
  void Delete(const std::string& key) {
    RequireOk(db_->Delete({}, key));
    Record(key, ValueType::kDeletion, "");
  }
  void SingleDelete(const std::string& key) {
    RequireOk(db_->SingleDelete({}, key));
    Record(key, ValueType::kSingleDeletion, "");
  }
  void DeleteRange(std::string a, std::string b) {
    if (b < a) std::swap(a, b);
    if (a == b) return;
    RequireOk(db_->DeleteRange({}, db_->DefaultColumnFamily(), a, b));
    snapshots_.push_back(db_->GetSnapshot());
    tombstones.push_back({a, b, SequenceNumber{db_->GetLatestSequenceNumber()}});
  }

  rocksdb::DB* db_;
  Workload workload_;
  std::mt19937 random_;
  std::vector<const rocksdb::Snapshot*> snapshots_;
};

std::string OnlySst(const std::string& directory) {
  std::vector<std::string> found;
  for (const auto& file : std::filesystem::directory_iterator(directory)) {
    if (file.path().extension() == ".sst") found.push_back(file.path().string());
  }
  REQUIRE(found.size() == 1);
  return found[0];
}

}  // namespace

rocksdb::Options PlainOptions(const rocksdb::BlockBasedTableOptions& table) {
  rocksdb::Options options;
  options.create_if_missing = true;
  options.disable_auto_compactions = true;
  options.compression = rocksdb::kNoCompression;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  options.merge_operator = std::make_shared<AppendOperator>();
  options.info_log_level = rocksdb::FATAL_LEVEL;
  return options;
}

RealTable MakeTable(const std::string& directory, const rocksdb::Options& options,
                    const Workload& workload) {
  rocksdb::DB* opened = nullptr;
  RequireOk(rocksdb::DB::Open(options, directory, &opened));
  const std::unique_ptr<rocksdb::DB> db(opened);
  RealTable table;
  {
    Writer writer(db.get(), workload);
    for (int i = 0; i < workload.operations; ++i) writer.Step();
    RequireOk(db->Flush({}));
    table.entries = std::move(writer.entries);
    table.tombstones = std::move(writer.tombstones);
  }
  std::sort(table.entries.begin(), table.entries.end(), [](const Entry& a, const Entry& b) {
    return CompareInternalKeys(a.internal_key, b.internal_key) < 0;
  });
  RequireOk(db->Close());
  table.path = OnlySst(directory);
  return table;
}

}  // namespace rescale::test
