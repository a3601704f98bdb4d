// SPDX-License-Identifier: Apache-2.0
// Flink's restore by copying: up to 1.15 a source is only taken over when three quarters of it are
// kept (RocksDBIncrementalCheckpointUtils, overlap fraction), later always.
#include "base/stopwatch.h"
#include "strategies/delete_outside.h"
#include "strategies/main_database.h"
#include "strategies/strategy.h"

namespace rescale::bench {
namespace {

constexpr double kOverlapFraction = 0.75;

Restored Restore(const RestoreTask& task, const std::string& out, double least_share) {
  const Stopwatch watch;
  Restored restored;
  restored.database = OpenMainAndCopy(task, out, least_share, CopyByWriteBatch);
  restored.prepare_seconds = watch.TotalMs() / 1e3;
  return restored;
}

}  // namespace

Restored RestoreByWriteBatch(const RestoreTask& task, const std::string& out) {
  return Restore(task, out, kOverlapFraction);
}

Restored RestoreByDeleteRange(const RestoreTask& task, const std::string& out) {
  return Restore(task, out, 0);
}

Restored RestoreByDeleteFiles(const RestoreTask& task, const std::string& out) {
  const Stopwatch watch;
  Restored restored = Restore(task, out, 0);
  CompactOutside(task, restored.database.get());
  restored.prepare_seconds = watch.TotalMs() / 1e3;
  return restored;
}

}  // namespace rescale::bench
