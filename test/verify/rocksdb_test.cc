// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "flink_state/rocksdb_state.h"
#include "rescale/verify.h"
#include "support/temp_dir.h"

// Checkpoints that RocksDB made: what it calls sound, verify must not refuse.
namespace rescale::test {
namespace {

flink_state::StateOptions Small() {
  flink_state::StateOptions options;
  options.parallelism = 2;
  options.keys = 600;
  options.keep_model = false;
  options.lsm.write_buffer_bytes = 64 << 10;
  options.lsm.target_file_bytes = 16 << 10;
  options.workload.range_deletions = true;
  return options;
}

// Makes the state, verifies each task deeply and against itself.
void CheckAll(flink_state::StateOptions options) {
  TempDir dir;
  options.directory = dir.path();
  const auto job = flink_state::MakeState(options);
  REQUIRE(job.status().ToString() == "ok");
  for (const StateHandle& handle : job->handles()) {
    VerifyOptions verify;
    verify.directory = handle.directory;
    verify.max_parallelism = options.max_parallelism;
    verify.deep = true;
    verify.threads = 2;
    verify.against = {{handle.directory, options.max_parallelism.all()}};
    const Result<VerifyReport> report = Verify(verify);
    REQUIRE(report.status().ToString() == "ok");
    CHECK(report->entries > 0);
    CHECK(report->blocks > 0);
    uint64_t counted = 0;
    for (const KeyGroupCount& count : report->key_groups) counted += count.entries;
    CHECK(counted == report->entries);
  }
}

}  // namespace

TEST_CASE("verify: RocksDB's own checkpoints pass, whatever the shape of their tree") {
  flink_state::StateOptions options = Small();
  SECTION("levels") {}
  SECTION("universal") { options.lsm.universal = true; }
  SECTION("level 0 only") { options.lsm.auto_compactions = false; }
  SECTION("dynamic levels") { options.lsm.dynamic_level_bytes = true; }
  SECTION("sequence numbers 0 at the bottom") { options.lsm.bottommost_first = true; }
  SECTION("versions kept by snapshots") { options.workload.snapshots = true; }
  SECTION("leftovers of a scale-out under tombstones") {
    options.workload.garbage = flink_state::Garbage::kRangeDeleted;
  }
  SECTION("two-byte key groups") {
    options.max_parallelism = *MaxParallelism::Create(1000);
    options.parallelism = 3;
  }
  CheckAll(options);
}

TEST_CASE("verify: RocksDB's own checkpoints pass, whatever the form of their tables") {
  using Table = rocksdb::BlockBasedTableOptions;
  flink_state::StateOptions options = Small();
  options.parallelism = 1;
  SECTION("partitioned index and filter") {
    options.table.index_type = Table::kTwoLevelIndexSearch;
    options.table.filter = flink_state::Filter::kPartitionedBloom;
  }
  SECTION("first-key index, ribbon filter, ZSTD with a dictionary") {
    options.table.index_type = Table::kBinarySearchWithFirstKey;
    options.table.filter = flink_state::Filter::kRibbon;
    options.table.compression = rocksdb::kZSTD;
    options.table.dictionary_bytes = 4096;
    options.table.checksum = rocksdb::kXXH3;
  }
  SECTION("hash index, old format, one key a block") {
    options.table.index_type = Table::kHashSearch;
    options.table.format_version = 2;
    options.table.block_size_bytes = 1;
    options.table.compression = rocksdb::kLZ4Compression;
    options.table.checksum = rocksdb::kxxHash64;
  }
  SECTION("data blocks with a hash index") { options.table.data_block_hash_index = true; }
  SECTION("prefix filter") {
    options.table.whole_key_filtering = false;
    options.table.key_group_prefix_extractor = true;
  }
  CheckAll(options);
}

}  // namespace rescale::test
