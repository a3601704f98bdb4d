// SPDX-License-Identifier: Apache-2.0
#include "flink_state/database_check.h"

#include <algorithm>

#include "flink_state/directory.h"
#include "flink_state/flink_keys.h"
#include "flink_state/rocksdb_options.h"

namespace flink_state {
namespace {

std::string Hex(const std::string& key) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char c : key) {
    text.push_back(kDigits[static_cast<unsigned char>(c) >> 4]);
    text.push_back(kDigits[static_cast<unsigned char>(c) & 15]);
  }
  return text;
}

// Every table, whatever index and filter it has.
rocksdb::ReadOptions ScanOptions() {
  rocksdb::ReadOptions options;
  options.total_order_seek = true;
  options.verify_checksums = true;
  return options;
}

bool IsAt(const rocksdb::Iterator& it, const std::pair<const std::string, std::string>& entry) {
  return it.Valid() && it.key() == entry.first && it.value() == entry.second;
}

std::string Found(const rocksdb::Iterator& it, const std::string& expected_key) {
  if (!it.Valid()) {
    return it.status().ok()
               ? "expected key " + Hex(expected_key) + ", found the end"
               : it.status().ToString() + " where key " + Hex(expected_key) + " was expected";
  }
  const std::string key = it.key().ToString();
  return key == expected_key ? "key " + Hex(key) + " has another value"
                             : "expected key " + Hex(expected_key) + ", found " + Hex(key);
}

}  // namespace

void Faults::Add(const std::string& where, const std::string& what) {
  if (!full()) texts_.push_back(where + ": " + what);
}

void Faults::Add(const std::string& where, const rescale::Status& status) {
  if (!status.ok()) Add(where, status.ToString());
}

DatabaseCheck::DatabaseCheck(std::string directory, std::string work_directory, Model expected,
                             rescale::KeyRange keys, std::shared_ptr<rocksdb::Cache> cache,
                             Faults* faults)
    : directory_(std::move(directory)),
      work_directory_(std::move(work_directory)),
      expected_(std::move(expected)),
      keys_(std::move(keys)),
      cache_(std::move(cache)),
      faults_(faults) {}

std::string DatabaseCheck::Where(const std::string& family, const std::string& step) const {
  return directory_ + ": " + family + ": " + step;
}

bool DatabaseCheck::Open() {
  if (CountFiles(work_directory_, "CURRENT") == 0) {
    if (rescale::Status copied = CopyDatabase(directory_, work_directory_); !copied.ok()) {
      faults_->Add(directory_ + ": copy", copied);
      return false;
    }
  }
  auto opened = Database::OpenExisting(work_directory_, Database::Mode::kReadWrite, cache_);
  if (!opened.ok()) {
    faults_->Add(directory_ + ": open", opened.status());
    return false;
  }
  database_ = std::move(opened).value();
  return SameColumnFamilies();
}

// A target has the column families of its sources; one that is only in a source without any key in
// range may be missing.
bool DatabaseCheck::SameColumnFamilies() {
  for (const auto& [family, entries] : expected_) {
    if (database_->Find(family) == nullptr && !entries.empty()) {
      faults_->Add(Where(family, "open"), std::string("the column family is missing"));
    }
  }
  for (const auto& [family, handle] : database_->families()) {
    if (!expected_.contains(family)) {
      faults_->Add(Where(family, "open"), std::string("no source has this column family"));
    }
  }
  std::erase_if(expected_,
                [this](const auto& item) { return database_->Find(item.first) == nullptr; });
  return faults_->empty();
}

void DatabaseCheck::Close() { faults_->Add(directory_ + ": close", database_->Close()); }

void DatabaseCheck::CheckFiles() {
  const uint64_t given = CountFiles(directory_, ".sst");
  const uint64_t present = CountFiles(work_directory_, ".sst");
  std::vector<rocksdb::LiveFileMetaData> live;
  database_->db().GetLiveFilesMetaData(&live);
  if (live.size() != present || given != present) {
    faults_->Add(directory_ + ": files",
                 std::to_string(given) + " SSTs were given, RocksDB knows " +
                     std::to_string(live.size()) + " and left " + std::to_string(present));
  }
  if (CountFiles(directory_, ".blob") != CountFiles(work_directory_, ".blob")) {
    faults_->Add(directory_ + ": files", std::string("RocksDB deleted a blob file"));
  }
  faults_->Add(directory_ + ": VerifyChecksum",
               FromRocksDb(database_->db().VerifyChecksum(), directory_));
}

void DatabaseCheck::CheckScans() {
  for (const auto& [family, entries] : expected_) {
    if (faults_->full()) return;
    CheckScan(family, entries);
    CheckReverseScan(family, entries);
  }
}

void DatabaseCheck::CheckScan(const std::string& family, const Entries& entries) {
  const std::unique_ptr<rocksdb::Iterator> it(
      database_->db().NewIterator(ScanOptions(), database_->Find(family)));
  it->SeekToFirst();
  for (const auto& entry : entries) {
    if (!IsAt(*it, entry)) return faults_->Add(Where(family, "scan"), Found(*it, entry.first));
    it->Next();
  }
  if (it->Valid()) {
    faults_->Add(Where(family, "scan"), "a key too much: " + Hex(it->key().ToString()));
  }
  faults_->Add(Where(family, "scan"), FromRocksDb(it->status(), ""));
}

void DatabaseCheck::CheckReverseScan(const std::string& family, const Entries& entries) {
  const std::unique_ptr<rocksdb::Iterator> it(
      database_->db().NewIterator(ScanOptions(), database_->Find(family)));
  it->SeekToLast();
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (!IsAt(*it, *entry)) {
      return faults_->Add(Where(family, "reverse scan"), Found(*it, entry->first));
    }
    it->Prev();
  }
  if (it->Valid()) {
    faults_->Add(Where(family, "reverse scan"), "a key too much: " + Hex(it->key().ToString()));
  }
  faults_->Add(Where(family, "reverse scan"), FromRocksDb(it->status(), ""));
}

void DatabaseCheck::CheckGets() {
  rocksdb::ReadOptions options;
  options.verify_checksums = true;
  for (const auto& [family, entries] : expected_) {
    std::vector<rocksdb::Slice> some;
    for (const auto& [key, value] : entries) {
      std::string found;
      const rocksdb::Status got =
          database_->db().Get(options, database_->Find(family), key, &found);
      if (!got.ok() || found != value) {
        faults_->Add(Where(family, "get"),
                     "key " + Hex(key) + ": " + (got.ok() ? "another value" : got.ToString()));
        if (faults_->full()) return;
      }
      if (some.size() < 64) some.push_back(key);
    }
    const std::vector<rocksdb::ColumnFamilyHandle*> handles(some.size(), database_->Find(family));
    std::vector<std::string> values;
    const auto statuses = database_->db().MultiGet(options, handles, some, &values);
    for (size_t i = 0; i < some.size(); ++i) {
      if (!statuses[i].ok() || values[i] != entries.at(some[i].ToString())) {
        faults_->Add(Where(family, "multi get"), "key " + Hex(some[i].ToString()));
      }
    }
  }
}

void DatabaseCheck::CheckSeeks(uint64_t seed) {
  for (const auto& [family, entries] : expected_) {
    if (entries.empty()) continue;
    const std::unique_ptr<rocksdb::Iterator> it(
        database_->db().NewIterator(ScanOptions(), database_->Find(family)));
    auto entry = entries.begin();
    const uint64_t stride = 1 + 2 * entries.size() / 200;
    while (!faults_->full()) {
      // Just behind a key, or at it.
      const uint64_t draw = Mix(seed++, entries.size());
      const std::string at = draw % 2 == 0 ? entry->first : entry->first + '\0';
      const auto next = entries.lower_bound(at);
      it->Seek(at);
      if (next == entries.end() ? it->Valid() : !IsAt(*it, *next)) {
        faults_->Add(Where(family, "seek"), "to " + Hex(at));
      }
      it->SeekForPrev(at);
      if (!IsAt(*it, *entry)) faults_->Add(Where(family, "seek for prev"), "to " + Hex(at));
      uint64_t step = 1 + draw / 2 % stride;
      while (step > 0 && entry != entries.end()) {
        ++entry;
        --step;
      }
      if (entry == entries.end()) break;
    }
  }
}

void DatabaseCheck::Write() {
  for (auto& [family, entries] : expected_) WriteFamily(family, &entries);
  faults_->Add(directory_ + ": flush",
               FromRocksDb(database_->db().Flush(rocksdb::FlushOptions(), database_->handles()),
                           directory_));
}

void DatabaseCheck::WriteFamily(const std::string& family, Entries* entries) {
  rocksdb::ColumnFamilyHandle* handle = database_->Find(family);
  rocksdb::DB& db = database_->db();
  const bool list = family == kListState;
  const Entries before = *entries;
  rocksdb::Status status;
  uint64_t index = 0;
  const auto put = [&](const std::string& key, const std::string& value) {
    if (status.ok()) status = db.Put({}, handle, key, value);
    (*entries)[key] = value;
  };
  for (const auto& [key, value] : before) {
    ++index;
    if (index % 3 == 0) put(key, "overwritten " + std::to_string(index));
    if (index % 5 == 0) put(key + "+", "new");
    if (index % 7 == 0) {
      if (status.ok()) status = db.Delete({}, handle, key);
      entries->erase(key);
    }
    if (list && index % 11 == 0) {
      if (status.ok()) status = db.Merge({}, handle, key, "appended");
      const auto [it, added] = entries->try_emplace(key, "appended");
      if (!added) it->second += ",appended";
    }
  }
  if (!keys_.empty()) put(keys_.begin + "\x01new", "first of all");
  faults_->Add(Where(family, "write"), FromRocksDb(status, ""));
}

void DatabaseCheck::Compact() {
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  for (const auto& [family, entries] : expected_) {
    const rocksdb::Status compacted =
        database_->db().CompactRange(options, database_->Find(family), nullptr, nullptr);
    faults_->Add(Where(family, "compaction"), FromRocksDb(compacted, ""));
    if (compacted.ok()) CheckNothingLeft(family, entries);
  }
}

void DatabaseCheck::CheckNothingLeft(const std::string& family, const Entries& entries) {
  rocksdb::TablePropertiesCollection tables;
  const rocksdb::Status got =
      database_->db().GetPropertiesOfAllTables(database_->Find(family), &tables);
  faults_->Add(Where(family, "compaction"), FromRocksDb(got, ""));
  uint64_t in_files = 0;
  for (const auto& [file, properties] : tables) in_files += properties->num_entries;
  if (in_files != entries.size()) {
    faults_->Add(Where(family, "compaction"), std::to_string(in_files) +
                                                  " entries are left in the files, visible are " +
                                                  std::to_string(entries.size()));
  }
}

}  // namespace flink_state
