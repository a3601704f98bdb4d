// SPDX-License-Identifier: Apache-2.0
#include "sst/filter.h"

#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/sst_file_writer.h>

#include <catch2/catch.hpp>
#include <random>

#include "base/internal_key.h"
#include "sst/real_table.h"

namespace rescale::test {
namespace {

using Table = rocksdb::BlockBasedTableOptions;

// Keys of every length from 0 to 400 and of 2000 bytes, with all byte values, in order.
std::vector<std::string> KeysOfAllLengths() {
  std::mt19937 random(11);
  std::vector<std::string> keys;
  for (size_t length = 0; length <= 2048; length += length < 400 ? 1 : 61) {
    for (int i = 0; i < (length == 0 ? 1 : 8); ++i) {
      std::string key(length, '\0');
      for (char& c : key) c = static_cast<char>(random());
      keys.push_back(key);
    }
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

// Writes the keys, asks the table's filter for each and for as many keys that are not there.
void CheckFilter(const Table& table, sst::FilterKind kind, bool has_empty_key = true) {
  TempDir directory;
  const std::string path = directory / "filter.sst";
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), PlainOptions(table));
  REQUIRE(writer.Open(path).ok());
  std::vector<std::string> keys = KeysOfAllLengths();
  if (!has_empty_key) keys.erase(keys.begin());
  for (const std::string& key : keys) REQUIRE(writer.Put(key, "v").ok());
  REQUIRE(writer.Finish().ok());
  const auto reader = sst::TableReader::Open(PosixFileSystem(), path);
  REQUIRE(reader.ok());
  const auto filter = sst::TableFilter::Open(**reader);
  REQUIRE(filter.ok());
  REQUIRE(*filter != nullptr);
  size_t missed = 0;
  for (const std::string& key : keys) {
    const auto may =
        (*filter)->MayContain(MakeInternalKey(key, SequenceNumber{0}, ValueType::kValue));
    REQUIRE(may.ok());
    CHECK((*filter)->kind() == kind);
    if (!*may) ++missed;
  }
  CHECK(missed == 0);
  // Were every answer "yes", the check above would say nothing.
  const auto again = sst::TableFilter::Open(**reader);
  size_t false_positives = 0;
  for (const std::string& key : keys) {
    const auto may = (*again)->MayContain(
        MakeInternalKey(key + "not there", SequenceNumber{0}, ValueType::kValue));
    REQUIRE(may.ok());
    if (*may) ++false_positives;
  }
  CHECK(false_positives < keys.size() / 10);
}

}  // namespace

TEST_CASE("filter: every key of a table passes its bloom filter, and few others") {
  Table table;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.format_version = 5;
  CheckFilter(table, sst::FilterKind::kBloom);
  table.format_version = 4;
  CheckFilter(table, sst::FilterKind::kLegacyBloom);
}

TEST_CASE("filter: many probes") {
  Table table;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(30));
  CheckFilter(table, sst::FilterKind::kBloom);
  table.format_version = 3;
  CheckFilter(table, sst::FilterKind::kLegacyBloom);
}

TEST_CASE("filter: every key of a table passes its ribbon filter, and few others") {
  Table table;
  table.filter_policy.reset(rocksdb::NewRibbonFilterPolicy(10));
  CheckFilter(table, sst::FilterKind::kRibbon);
  table.filter_policy.reset(rocksdb::NewRibbonFilterPolicy(5.5));
  CheckFilter(table, sst::FilterKind::kRibbon);
}

TEST_CASE("filter: partitions are found by the separators of the index") {
  Table table;
  table.index_type = Table::kTwoLevelIndexSearch;
  table.partition_filters = true;
  table.metadata_block_size = 512;
  table.block_size = 2000;
  for (const uint32_t format_version : {2u, 5u}) {
    table.format_version = format_version;
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
    CheckFilter(table,
                format_version == 5 ? sst::FilterKind::kBloom : sst::FilterKind::kLegacyBloom);
  }
}

TEST_CASE("filter: a table without one, or with prefixes only, has none to ask") {
  TempDir directory;
  Table table;
  for (const bool prefixes : {false, true}) {
    rocksdb::Options options = PlainOptions(table);
    if (prefixes) {
      table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
      table.whole_key_filtering = false;
      options = PlainOptions(table);
      options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(2));
    }
    const RealTable made = MakeTable(directory / (prefixes ? "b" : "a"), options);
    const auto reader = sst::TableReader::Open(PosixFileSystem(), made.path);
    REQUIRE(reader.ok());
    const auto filter = sst::TableFilter::Open(**reader);
    REQUIRE(filter.ok());
    CHECK(*filter == nullptr);
  }
}

TEST_CASE("filter: damaged metadata never leads outside") {
  std::mt19937 random(3);
  for (int round = 0; round < 20000; ++round) {
    std::string block(random() % 200, '\0');
    for (char& c : block) c = static_cast<char>(random());
    if (block.size() > 5) {
      const char markers[] = {-1, -2, 6, 0, -3};
      block[block.size() - 5] = markers[random() % 5];
      if (round % 2 == 0) block[block.size() - 4] = static_cast<char>(random() % 3);
      if (round % 3 == 0) block[block.size() - 2] = block[block.size() - 1] = 0;
    }
    const sst::FilterBlock filter(block);
    (void)filter.MayContain("key" + std::to_string(round));
    if (block.size() <= 5) CHECK(filter.kind() == sst::FilterKind::kNoKeys);
  }
}

}  // namespace rescale::test
