// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "state/state.h"

namespace rescale::bench {

struct BulkStateOptions {
  std::string directory;  // task i becomes <directory>/<i>
  uint32_t parallelism = 4;
  uint32_t max_parallelism = 128;
  std::vector<uint32_t> tasks;  // that are made; empty: all
  uint64_t mib_per_task = 64;   // of keys and values, over all column families
  uint64_t sst_bytes = 64 << 20;
  uint32_t column_families = 1;
  size_t key_bytes = 96;
  size_t value_bytes = 128;
  int max_open_files = -1;  // -1: all
};

// The state of each task as a RocksDB database: column families "state", "state-1", ... beside an
// empty "default", filled in key order, values random, no compression, compacted, closed and left
// as a checkpoint would be, without WAL. What exists from an earlier call with the same options is
// used again. RocksDB runs in processes of its own. Throws std::runtime_error when it fails.
State MakeBulkState(const BulkStateOptions& options);

}  // namespace rescale::bench
