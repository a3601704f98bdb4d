// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/options.h>
#include <rocksdb/table.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rescale/key_group.h"

// What a Flink job's state looks like when it is made here. Everything that decides how the bytes
// on disk come out is a field, so that tests can sweep it.
namespace flink_state {

enum class Filter : uint8_t { kNone, kBloom, kPartitionedBloom, kRibbon };

// Keys outside a task's own range, as a scale-out by Flink's stock restore leaves them.
enum class Garbage : uint8_t {
  kNone,
  kPlain,         // they are simply there
  kRangeDeleted,  // they are there, under range tombstones
};

// How SSTs are written. RocksDB's names where it has one.
struct TableShape {
  using BlockBased = rocksdb::BlockBasedTableOptions;

  BlockBased::IndexType index_type = BlockBased::kBinarySearch;
  Filter filter = Filter::kBloom;
  rocksdb::CompressionType compression = rocksdb::kSnappyCompression;
  uint32_t dictionary_bytes = 0;  // 0: no dictionary
  rocksdb::ChecksumType checksum = rocksdb::kCRC32c;
  uint32_t format_version = 5;       // 2 to 5
  uint64_t block_size_bytes = 4096;  // 1 gives one key a block
  int block_restart_interval = 16;
  int index_block_restart_interval = 1;
  uint64_t metadata_block_size_bytes = 512;  // of index and filter partitions
  bool data_block_hash_index = false;
  bool whole_key_filtering = true;
  bool key_group_prefix_extractor = false;  // always on with kHashSearch, which needs one
};

// How the tree of SSTs is shaped.
struct LsmShape {
  bool universal = false;
  bool dynamic_level_bytes = false;
  bool auto_compactions = true;   // off: everything stays on level 0
  bool bottommost_first = false;  // the first keys are compacted to the bottom: sequence numbers 0
  uint64_t write_buffer_bytes = 256 << 10;
  uint64_t target_file_bytes = 64 << 10;
  uint64_t level_base_bytes = 256 << 10;
  bool blobs = false;  // values of 64 bytes and more go to blob files
};

// What the job does. A round touches every key once and decides by a hash what to do with it.
struct Workload {
  uint32_t rounds = 3;  // the first puts every key, the others change some
  uint32_t flushes_per_round = 3;
  bool snapshots = false;  // one a round, held until the checkpoint: older versions survive
  bool deletes = true;
  bool single_deletes = true;  // of keys that were written once
  bool merges = true;          // of list state
  bool range_deletions = false;
  bool live_wal = false;  // the last round is in the WAL only
  bool edge_keys = true;  // a key that is only the key group, and one at its very end
  Garbage garbage = Garbage::kNone;
};

struct StateOptions {
  std::string directory;  // task i's checkpoint becomes <directory>/<i>; made when missing
  rescale::MaxParallelism max_parallelism = *rescale::MaxParallelism::Create(128);
  uint32_t parallelism = 1;
  uint64_t keys = 2000;  // of the whole job, in each column family
  uint32_t value_bytes_min = 20;
  uint32_t value_bytes_max = 120;
  uint64_t seed = 1;
  bool keep_model = true;  // off for large states
  TableShape table;
  LsmShape lsm;
  Workload workload;
  std::vector<uint32_t> empty_tasks;        // tasks without any key
  std::vector<uint32_t> extra_state_tasks;  // tasks with one more value state, "value-extra"
  bool mixed_column_family_ids = false;     // odd tasks make their column families in reverse order
};

// Column families of a task, as Flink names them. "default" is there and stays empty.
inline constexpr const char* kValueState = "value-a";
inline constexpr const char* kCounterState = "value-b";
inline constexpr const char* kListState = "list-c";
inline constexpr const char* kTimerState = "_timer_state/event_user-timers";
inline constexpr const char* kExtraState = "value-extra";

}  // namespace flink_state
