// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rescale/source.h"

namespace rescale::bench {

struct BulkStateOptions {
  std::string directory;  // task i becomes <directory>/<i>
  uint32_t parallelism = 4;
  uint32_t max_parallelism = 128;
  uint64_t bytes_per_task = 0;  // of keys and values
  size_t key_bytes = 96;
  size_t value_bytes = 128;
};

// The state of each task as a RocksDB database with one column family, filled in key order, values
// random, no compression, 64 MiB SSTs; closed and left as a checkpoint would be, without WAL. What
// exists from an earlier call with the same options is used again. Throws std::runtime_error when
// RocksDB fails.
std::vector<StateHandle> MakeBulkState(const BulkStateOptions& options);

}  // namespace rescale::bench
