// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "flink_state/database.h"
#include "state/restore_task.h"

namespace rescale::bench {

// What a database has on disk that its task does not own.
struct Leftovers {
  uint64_t dead_bytes = 0;  // of SSTs outside of the task's keys; RocksDB's estimate by blocks
  uint64_t range_tombstones = 0;  // in SSTs

  bool none() const { return dead_bytes == 0 && range_tombstones == 0; }
};

// `dead_bytes` as it is, with nothing flushed.
uint64_t CountDeadBytes(const RestoreTask& task, flink_state::Database* database);

// What is in memtables is flushed first.
Leftovers CountLeftovers(const RestoreTask& task, flink_state::Database* database);

// Gets rid of them as well as RocksDB can: deletes files that lie outside, then compacts what
// covers an edge, down to the last level.
void CompactOutside(const RestoreTask& task, flink_state::Database* database);

}  // namespace rescale::bench
