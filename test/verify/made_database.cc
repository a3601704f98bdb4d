// SPDX-License-Identifier: Apache-2.0
#include "verify/made_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "base/coding.h"
#include "checkpoint/checkpoint_files.h"
#include "manifest/manifest_writer.h"
#include "sst/block_builder.h"
#include "sst/index_builder.h"
#include "sst/table_writer.h"

namespace rescale::test {
namespace {

template <typename T>
T Must(Result<T> result) {
  INFO(result.status().ToString());
  REQUIRE(result.ok());
  return std::move(result).value();
}

struct Facts {
  uint64_t blocks = 0;
  uint64_t data_end = 0;
  sst::BlockHandle index;
};

Facts WriteBlocks(const MadeTable& table, sst::TableWriter* writer) {
  Facts facts;
  sst::IndexBuilder index({.has_first_key = table.first_key_index});
  for (size_t i = 0; i < table.points.size(); i += table.points_per_block) {
    sst::BlockBuilder block(2);
    const size_t end = std::min(table.points.size(), i + table.points_per_block);
    for (size_t j = i; j < end; ++j) block.Add(table.points[j].first, table.points[j].second);
    const sst::BlockHandle handle = Must(writer->AppendBlock(block.Finish()));
    const auto wrong = table.separators.find(facts.blocks);
    const auto wrong_first = table.first_keys.find(facts.blocks);
    index.Add(wrong != table.separators.end() ? wrong->second : table.points[end - 1].first, handle,
              wrong_first != table.first_keys.end() ? wrong_first->second : table.points[i].first);
    ++facts.blocks;
  }
  facts.data_end = writer->offset_bytes();
  std::string payload;
  if (facts.blocks == 0) {
    payload = sst::BlockBuilder(1).Finish();
  } else {
    payload = Must(index.Finish());
  }
  facts.index = Must(writer->AppendBlock(payload));
  return facts;
}

sst::Properties PropertiesOf(const MadeTable& table, const Facts& facts, uint64_t number) {
  uint64_t deletions = 0, key_bytes = 0, value_bytes = 0;
  for (const auto& [key, value] : table.points) {
    InternalKey parsed;
    REQUIRE(ParseInternalKey(key, &parsed));
    if (parsed.type() == ValueType::kDeletion) ++deletions;
    key_bytes += key.size();
    value_bytes += value.size();
  }
  for (const sst::RangeTombstone& t : table.tombstones) {
    key_bytes += t.begin.size() + 8;
    value_bytes += t.end.size();
  }
  sst::Properties p;
  p.SetFixed32("rocksdb.block.based.table.index.type", table.first_key_index ? 3 : 0);
  p.SetVarint("rocksdb.index.key.is.user.key", 0);
  p.SetVarint("rocksdb.index.value.is.delta.encoded", 1);
  p.SetRaw("rocksdb.block.based.table.whole.key.filtering", "1");
  p.SetRaw("rocksdb.creating.db.identity", "made-by-hand");
  p.SetRaw("rocksdb.creating.session.identity", "ABCDEFGHIJKLMNOPQRST");
  p.SetVarint("rocksdb.original.file.number", number);
  p.SetVarint("rocksdb.num.entries", table.points.size() + table.tombstones.size());
  p.SetVarint("rocksdb.num.range-deletions", table.tombstones.size());
  p.SetVarint("rocksdb.deleted.keys", deletions + table.tombstones.size());
  p.SetVarint("rocksdb.merge.operands", 0);
  p.SetVarint("rocksdb.raw.key.size", key_bytes);
  p.SetVarint("rocksdb.raw.value.size", value_bytes);
  p.SetVarint("rocksdb.num.data.blocks", facts.blocks);
  p.SetVarint("rocksdb.data.size", facts.data_end);
  for (const auto& [name, value] : table.properties.all()) p.SetRaw(name, value);
  return p;
}

std::string TombstoneBlock(const std::vector<sst::RangeTombstone>& tombstones) {
  sst::BlockBuilder block(1);
  for (const sst::RangeTombstone& t : tombstones) {
    block.Add(MakeInternalKey(t.begin, t.sequence, ValueType::kRangeDeletion), t.end);
  }
  return block.Finish();
}

// The partitions, then the index over them.
sst::BlockHandle WriteFilterPartitions(const MadeTable& table, sst::TableWriter* writer) {
  sst::IndexBuilder index({});
  for (const auto& [separator, partition] : table.filter_partitions) {
    index.Add(separator, Must(writer->AppendBlock(partition)));
  }
  return Must(writer->AppendBlock(Must(index.Finish())));
}

void WriteTable(const std::string& path, const MadeTable& table, uint64_t number) {
  const auto writer = Must(sst::TableWriter::Create(PosixFileSystem(), path, 0644, {}));
  const Facts facts = WriteBlocks(table, writer.get());
  std::map<std::string, sst::BlockHandle, std::less<>> metaindex;
  if (!table.tombstones.empty()) {
    metaindex["rocksdb.range_del"] = Must(writer->AppendBlock(TombstoneBlock(table.tombstones)));
  }
  if (table.filter) {
    metaindex["fullfilter.rocksdb.BuiltinBloomFilter"] = Must(writer->AppendBlock(*table.filter));
  }
  if (!table.filter_partitions.empty()) {
    metaindex["partitionedfilter.rocksdb.BuiltinBloomFilter"] =
        WriteFilterPartitions(table, writer.get());
  }
  metaindex["rocksdb.properties"] =
      Must(writer->AppendBlock(sst::EncodeProperties(PropertiesOf(table, facts, number))));
  const Status finished = writer->Finish(std::move(metaindex), facts.index);
  REQUIRE(finished.ToString() == "ok");
}

void TakeBounds(const MadeTable& table, manifest::FileMetaData* file) {
  std::string smallest, largest;
  file->smallest_seqno = kMaxSequenceNumber;
  const auto add = [&](const std::string& low, const std::string& high, SequenceNumber sequence) {
    if (smallest.empty() || CompareInternalKeys(low, smallest) < 0) smallest = low;
    if (largest.empty() || CompareInternalKeys(high, largest) > 0) largest = high;
    file->smallest_seqno = std::min(file->smallest_seqno, sequence);
    file->largest_seqno = std::max(file->largest_seqno, sequence);
  };
  for (const auto& [key, value] : table.points) {
    InternalKey parsed;
    ParseInternalKey(key, &parsed);
    add(key, key, parsed.sequence());
  }
  for (const sst::RangeTombstone& t : table.tombstones) {
    add(MakeInternalKey(t.begin, t.sequence, ValueType::kRangeDeletion),
        MakeRangeTombstoneSentinel(t.end), t.sequence);
  }
  file->SetPayload(smallest, largest, std::string_view());
}

}  // namespace

Point Put(std::string_view user_key, uint64_t sequence, std::string_view value) {
  return {MakeInternalKey(user_key, SequenceNumber{sequence}, ValueType::kValue),
          std::string(value)};
}

Point Delete(std::string_view user_key, uint64_t sequence) {
  return {MakeInternalKey(user_key, SequenceNumber{sequence}, ValueType::kDeletion), ""};
}

MadeDatabase::MadeDatabase() {
  version.db_id = "made-by-hand";
  version.next_file_number = FileNumber{10};
  version.last_sequence = SequenceNumber{1000};
  manifest::ColumnFamily family;
  family.name = "default";
  family.comparator = manifest::kBytewiseComparatorName;
  version.column_families.push_back(std::move(family));
}

std::string MadeDatabase::PathOf(const manifest::FileMetaData& file) const {
  return dir_ / checkpoint::TableFileName(file.number);
}

manifest::FileMetaData& MadeDatabase::Add(int level, const MadeTable& table) {
  manifest::FileMetaData file;
  file.number = version.next_file_number;
  ++version.next_file_number.value;
  file.level = level;
  file.epoch_number = file.number.value;
  TakeBounds(table, &file);
  WriteTable(PathOf(file), table, file.number.value);
  file.size_bytes = Must(PosixFileSystem().Stat(PathOf(file))).size_bytes;
  auto& levels = version.column_families[0].levels;
  const auto at = static_cast<size_t>(level);
  if (levels.size() <= at) levels.resize(at + 1);
  if (level == 0) {
    levels[0].insert(levels[0].begin(), std::move(file));
    return levels[0].front();
  }
  levels[at].push_back(std::move(file));
  return levels[at].back();
}

void MadeDatabase::Write() {
  const std::string manifest = dir_ / "MANIFEST-000005";
  REQUIRE(manifest::WriteManifest(PosixFileSystem(), manifest, version).ToString() == "ok");
  REQUIRE(manifest::WriteCurrent(PosixFileSystem(), dir_.path(), FileNumber{5}).ToString() == "ok");
  WriteFile(dir_ / "IDENTITY", version.db_id + "\n");
}

VerifyOptions MadeDatabase::Options() const {
  VerifyOptions options;
  options.directory = dir_.path();
  return options;
}

VerifyOptions MadeDatabase::Deep() const {
  VerifyOptions options = Options();
  options.deep = true;
  return options;
}

void SetBounds(manifest::FileMetaData* file, std::string_view smallest, std::string_view largest) {
  file->SetPayload(std::string(smallest), std::string(largest), std::string(file->custom()));
}

std::string Outcome(const VerifyOptions& options) {
  const Result<VerifyReport> report = Verify(options);
  if (report.ok()) return "ok";
  return fmt::format("{}: {}", StatusCodeName(report.status().code()), report.status().ToString());
}

bool Has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace rescale::test
