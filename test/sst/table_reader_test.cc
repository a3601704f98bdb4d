// SPDX-License-Identifier: Apache-2.0
#include "sst/table_reader.h"

#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/sst_file_writer.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "base/internal_key.h"
#include "sst/real_table.h"

namespace rescale::test {
namespace {

using Table = rocksdb::BlockBasedTableOptions;

std::unique_ptr<sst::TableReader> Open(const std::string& path) {
  Result<std::unique_ptr<sst::TableReader>> opened =
      sst::TableReader::Open(PosixFileSystem(), path);
  INFO(opened.status().ToString());
  REQUIRE(opened.ok());
  return std::move(opened).value();
}

std::vector<Entry> ReadAll(const sst::TableReader& reader) {
  std::vector<Entry> entries;
  const std::unique_ptr<sst::TableReader::Iterator> it = reader.NewIterator();
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    entries.push_back({std::string(it->key()), std::string(it->value())});
  }
  INFO(it->status().ToString());
  REQUIRE(it->status().ok());
  return entries;
}

void CheckTombstones(const sst::TableReader& reader, std::vector<sst::RangeTombstone> expected) {
  Result<std::vector<sst::RangeTombstone>> read = reader.ReadRangeTombstones();
  REQUIRE(read.ok());
  const auto less = [](const sst::RangeTombstone& a, const sst::RangeTombstone& b) {
    return std::tie(a.begin, b.sequence, a.end) < std::tie(b.begin, a.sequence, b.end);
  };
  // RocksDB may store tombstones fragmented; what they cover at each sequence is the same. Here
  // each has a sequence number of its own, so the union by number is what went in.
  std::map<uint64_t, std::pair<std::string, std::string>> cover;
  std::sort(read->begin(), read->end(), less);
  for (const sst::RangeTombstone& t : *read) {
    auto [it, is_new] = cover.try_emplace(t.sequence.value, t.begin, t.end);
    if (!is_new) {
      CHECK(it->second.second == t.begin);
      it->second.second = t.end;
    }
  }
  REQUIRE(cover.size() == expected.size());
  for (const sst::RangeTombstone& t : expected) {
    CHECK(cover[t.sequence.value] == std::pair(t.begin, t.end));
  }
}

// Index entries lead to the blocks in file order, and each separator is at or after the block's
// last key and before the next block's first.
void CheckIndex(const sst::TableReader& reader) {
  std::string previous_separator;
  uint64_t previous_end = 0;
  size_t blocks = 0;
  const Status status = reader.ForEachIndexEntry([&](const sst::IndexEntry& entry) -> Result<bool> {
    CHECK(entry.block.offset_bytes >= previous_end);
    previous_end = entry.block.offset_bytes + entry.block.size_bytes + 5;
    ++blocks;
    if (reader.index_type() == 3) CHECK(entry.first_key.size() >= 8);
    const bool in_order = previous_separator.empty() ||
                          (reader.index_key_is_user_key()
                               ? previous_separator < entry.separator
                               : CompareInternalKeys(previous_separator, entry.separator) < 0);
    CHECK(in_order);
    previous_separator = entry.separator;
    return true;
  });
  INFO(status.ToString());
  CHECK(status.ok());
  const auto count = reader.properties().Varint("rocksdb.num.data.blocks");
  REQUIRE(count.ok());
  CHECK(blocks == (*count).value_or(0));
}

void CheckSeeks(const sst::TableReader& reader, const std::vector<Entry>& entries) {
  const std::unique_ptr<sst::TableReader::Iterator> it = reader.NewIterator();
  const auto check = [&](const std::string& target) {
    const auto expected = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) {
      return UserKeyOf(e.internal_key) >= target;
    });
    it->SeekToUserKey(target);
    REQUIRE(it->status().ok());
    REQUIRE(it->Valid() == (expected != entries.end()));
    if (it->Valid()) CHECK(it->key() == expected->internal_key);
  };
  check("");
  check("\xff\xff");
  for (size_t i = 0; i < entries.size(); i += 7) {
    const std::string key(UserKeyOf(entries[i].internal_key));
    check(key);
    check(key + '\0');
    check(key.substr(0, key.size() - 1));
  }
}

void CheckTable(const RealTable& table) {
  const std::unique_ptr<sst::TableReader> reader = Open(table.path);
  CHECK(ReadAll(*reader) == table.entries);
  CheckTombstones(*reader, table.tombstones);
  CheckIndex(*reader);
  CheckSeeks(*reader, table.entries);
  const Status blocks = reader->VerifyAllBlocks();
  INFO(blocks.ToString());
  CHECK(blocks.ok());
}

const rocksdb::CompressionType kCompressions[] = {
    rocksdb::kNoCompression,  rocksdb::kSnappyCompression, rocksdb::kZlibCompression,
    rocksdb::kLZ4Compression, rocksdb::kLZ4HCCompression,  rocksdb::kZSTD};

}  // namespace

TEST_CASE("table reader: every index type, codec and format version gives back what went in") {
  uint32_t round = 0;
  for (const uint32_t format_version : {2u, 3u, 4u, 5u}) {
    for (const auto index : {Table::kBinarySearch, Table::kHashSearch, Table::kTwoLevelIndexSearch,
                             Table::kBinarySearchWithFirstKey}) {
      for (const rocksdb::CompressionType compression : kCompressions) {
        ++round;
        Table table;
        table.format_version = format_version;
        table.index_type = index;
        // The other choices go round at different speeds.
        table.checksum = static_cast<rocksdb::ChecksumType>(round % 5);
        table.block_size = std::vector<size_t>{1, 200, 1000, 4096, 65536}[round / 2 % 5];
        table.block_restart_interval = std::vector<int>{1, 2, 16}[round % 3];
        table.index_block_restart_interval =
            index == Table::kHashSearch ? 1 : std::vector<int>{1, 3, 16}[round / 3 % 3];
        table.data_block_index_type =
            round % 2 == 0 ? Table::kDataBlockBinarySearch : Table::kDataBlockBinaryAndHash;
        table.enable_index_compression = round % 4 < 2;
        table.metadata_block_size = 300;
        rocksdb::Options options = PlainOptions(table);
        options.compression = compression;
        if (index == Table::kHashSearch) {
          options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(2));
        }
        CAPTURE(format_version, static_cast<int>(index), static_cast<int>(compression), round);
        TempDir directory;
        Workload workload;
        workload.seed = round;
        CheckTable(MakeTable((directory / "db"), options, workload));
      }
    }
  }
}

TEST_CASE("table reader: filters, whole and in partitions, are found and checked") {
  for (const bool partitioned : {false, true}) {
    for (const bool ribbon : {false, true}) {
      Table table;
      table.filter_policy.reset(ribbon ? rocksdb::NewRibbonFilterPolicy(10)
                                       : rocksdb::NewBloomFilterPolicy(10));
      table.partition_filters = partitioned;
      if (partitioned) table.index_type = Table::kTwoLevelIndexSearch;
      table.metadata_block_size = 200;
      table.block_size = 300;
      TempDir directory;
      const RealTable made = MakeTable((directory / "db"), PlainOptions(table));
      CheckTable(made);
      const auto reader = Open(made.path);
      CHECK(reader
                ->FindMetaBlock(partitioned ? "partitionedfilter.rocksdb.BuiltinBloomFilter"
                                            : "fullfilter.rocksdb.BuiltinBloomFilter")
                .has_value());
    }
  }
}

TEST_CASE("table reader: data blocks compressed with a dictionary") {
  for (const rocksdb::CompressionType compression :
       {rocksdb::kZlibCompression, rocksdb::kLZ4Compression, rocksdb::kLZ4HCCompression,
        rocksdb::kZSTD}) {
    for (const uint32_t train_bytes : {0u, 100u * 1024}) {
      Table table;
      table.block_size = 500;
      rocksdb::Options options = PlainOptions(table);
      options.compression = compression;
      options.compression_opts.max_dict_bytes = 4096;
      options.compression_opts.zstd_max_train_bytes = train_bytes;
      options.bottommost_compression_opts = options.compression_opts;
      CAPTURE(static_cast<int>(compression), train_bytes);
      TempDir directory;
      Workload workload;
      workload.operations = 2000;
      const RealTable made = MakeTable((directory / "db"), options, workload);
      REQUIRE(Open(made.path)->FindMetaBlock("rocksdb.compression_dict").has_value());
      CheckTable(made);
    }
  }
}

TEST_CASE("table reader: aligned blocks do not follow one another") {
  Table table;
  table.block_align = true;
  table.block_size = 1024;
  TempDir directory;
  const RealTable made = MakeTable((directory / "db"), PlainOptions(table));
  CHECK_FALSE(Open(made.path)->index_value_is_delta_encoded());
  CheckTable(made);
}

TEST_CASE("table reader: a table of range tombstones alone has an empty index") {
  TempDir directory;
  rocksdb::DB* opened = nullptr;
  REQUIRE(rocksdb::DB::Open(PlainOptions({}), (directory / "db"), &opened).ok());
  std::unique_ptr<rocksdb::DB> db(opened);
  REQUIRE(db->DeleteRange({}, db->DefaultColumnFamily(), "b", "f").ok());
  REQUIRE(db->DeleteRange({}, db->DefaultColumnFamily(), "d", "m").ok());
  REQUIRE(db->Flush({}).ok());
  std::vector<rocksdb::LiveFileMetaData> files;
  db->GetLiveFilesMetaData(&files);
  REQUIRE(files.size() == 1);
  const auto reader = Open((directory / "db") + files[0].name);
  CHECK(ReadAll(*reader).empty());
  // The flush drops what the newer tombstone hides of the older.
  CheckTombstones(*reader, {{"b", "d", SequenceNumber{1}}, {"d", "m", SequenceNumber{2}}});
  CHECK(reader->VerifyAllBlocks().ok());
}

TEST_CASE(
    "table reader: an ingested file that carries its sequence number is read in spite of its "
    "properties checksum") {
  TempDir directory;
  const std::string file = (directory / "made.sst");
  rocksdb::Options options = PlainOptions({});
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options);
  REQUIRE(writer.Open(file).ok());
  REQUIRE(writer.Put("a", "1").ok());
  REQUIRE(writer.Put("b", "2").ok());
  REQUIRE(writer.Finish().ok());
  {
    const auto fresh = Open(file);
    CHECK(fresh->is_external_file());
    const auto own = sst::GlobalSequenceNumber(fresh->properties(), SequenceNumber{77});
    REQUIRE(own.ok());
    CHECK(*own == SequenceNumber{77});
  }
  rocksdb::DB* opened = nullptr;
  REQUIRE(rocksdb::DB::Open(options, (directory / "db"), &opened).ok());
  std::unique_ptr<rocksdb::DB> db(opened);
  REQUIRE(db->Put({}, "a", "old").ok());
  REQUIRE(db->Flush({}).ok());
  rocksdb::IngestExternalFileOptions ingest;
  ingest.write_global_seqno = true;
  REQUIRE(db->IngestExternalFile({file}, ingest).ok());
  std::vector<rocksdb::LiveFileMetaData> files;
  db->GetLiveFilesMetaData(&files);
  const auto ingested =
      std::max_element(files.begin(), files.end(),
                       [](const auto& a, const auto& b) { return a.file_number < b.file_number; });
  const auto reader = Open((directory / "db") + ingested->name);
  CHECK(reader->is_external_file());
  CHECK(reader->VerifyAllBlocks().ok());
  const auto sequence =
      sst::GlobalSequenceNumber(reader->properties(), SequenceNumber{ingested->largest_seqno});
  REQUIRE(sequence.ok());
  CHECK(*sequence == SequenceNumber{ingested->largest_seqno});
  CHECK(sst::GlobalSequenceNumber(reader->properties(), SequenceNumber{9999}).status().code() ==
        StatusCode::kCorruption);
  CHECK(ReadAll(*reader).size() == 2);
}

TEST_CASE("table reader: what it does not read is refused by name") {
  TempDir directory;
  rocksdb::Options options = PlainOptions({});
  options.table_factory.reset(rocksdb::NewPlainTableFactory());
  options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(1));
  Workload workload;
  workload.deletes = workload.merges = workload.range_deletes = false;
  const RealTable plain = MakeTable((directory / "plain"), options, workload);
  const auto opened = sst::TableReader::Open(PosixFileSystem(), plain.path);
  CHECK(opened.status().code() == StatusCode::kNotSupported);
  CHECK(opened.status().ToString().find("plain table") != std::string::npos);

  options = PlainOptions({});
  options.compression = rocksdb::kBZip2Compression;
  const RealTable bzip2 = MakeTable((directory / "bzip2"), options, workload);
  const auto reader = Open(bzip2.path);
  const auto it = reader->NewIterator();
  it->SeekToFirst();
  CHECK_FALSE(it->Valid());
  CHECK(it->status().code() == StatusCode::kNotSupported);
  CHECK(it->status().ToString().find("bzip2") != std::string::npos);
  CHECK(it->status().path() == bzip2.path);
}

}  // namespace rescale::test
