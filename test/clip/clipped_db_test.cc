// SPDX-License-Identifier: Apache-2.0
#include "clip/clipped_db.h"

#include <rocksdb/cache.h>

#include <catch2/catch.hpp>

#include "clip/clip_check.h"

// Databases made of cut SSTs, opened by RocksDB.
namespace rescale::test {
namespace {

Workload Levels(uint32_t seed) {
  Workload workload;
  workload.operations = 900;
  workload.flush_every = 150;
  workload.seed = seed;
  return workload;
}

const std::vector<KeyRange>& Ranges() {
  static const std::vector<KeyRange> ranges = {
      {"", std::nullopt},
      {"\x04", "\x0a"},
      {"\x05key003", "\x05key009"},
      {"", std::string("\x03key001")},
  };
  return ranges;
}

}  // namespace

TEST_CASE("clip: a database of cut level-0 files reads as its source does in the range") {
  for (const TableCase& table_case : TableCases()) {
    const auto source = MakeSource(table_case, Levels(11));
    REQUIRE(source->files().size() == 6);
    for (const KeyRange& range : Ranges()) {
      INFO(table_case.name << ", range " << ToString(range));
      const TempDir out;
      MakeClippedDb(*source, {range}, out.path());
      const Model universe = ScanSource(*source);
      CheckDb(out.path(), source->options, Restrict(universe, {range}), universe);
    }
  }
}

TEST_CASE("clip: a database of cut files of a compacted level, range tombstones across them") {
  for (const TableCase& table_case : TableCases()) {
    Workload workload = Levels(12);
    workload.compact = true;
    const auto source = MakeSource(table_case, workload);
    REQUIRE(source->files().size() > 1);
    for (const KeyRange& range : Ranges()) {
      INFO(table_case.name << ", range " << ToString(range));
      const TempDir out;
      MakeClippedDb(*source, {range}, out.path());
      const Model universe = ScanSource(*source);
      CheckDb(out.path(), source->options, Restrict(universe, {range}), universe);
    }
  }
}

TEST_CASE("clip: all pieces of one SST live in one database with one block cache") {
  for (TableCase table_case : TableCases()) {
    INFO(table_case.name);
    table_case.table.block_cache = rocksdb::NewLRUCache(64 << 20);
    table_case.table.cache_index_and_filter_blocks = true;
    Workload workload = Levels(13);
    workload.compact = true;
    const auto source = MakeSource(table_case, workload);
    const std::vector<KeyRange> pieces = {{"", std::string("\x05key004")},
                                          {"\x05key004", std::string("\x05key004\x00", 8)},
                                          {std::string("\x05key004\x00", 8), std::string("\x0b")},
                                          {"\x0b", std::nullopt}};
    const TempDir out;
    MakeClippedDb(*source, pieces, out.path());
    // The source goes through the same cache first.
    const Model universe = ScanSource(*source);
    CheckDb(out.path(), source->options, universe, universe);
  }
}

}  // namespace rescale::test
