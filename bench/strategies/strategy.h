// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flink_state/database.h"
#include "harness/usage.h"
#include "state/restore_task.h"

namespace rescale::bench {

// A restored task.
struct Restored {
  std::unique_ptr<flink_state::Database> database;  // open for writing; null for the floor
  double prepare_seconds = 0;   // the part before that database was opened for use
  std::optional<Usage> before;  // where what counts began after some preparation
};

// A way to restore a task into the directory `out`, which does not exist yet. The sources'
// directories are not written to; their SSTs may be linked.
struct Strategy {
  const char* name;
  const char* what;  // for people
  Restored (*restore)(const RestoreTask& task, const std::string& out);
  // Whether it differs from the others for this task.
  bool (*applies)(const RestoreTask& task);
};

// In the order of tables; the last two are "rescale" and "floor".
const std::vector<Strategy>& Strategies();
// Throws std::runtime_error naming the known ones.
const Strategy& StrategyOf(const std::string& name);

Restored RestoreByWriteBatch(const RestoreTask& task, const std::string& out);
Restored RestoreBySstFileWriter(const RestoreTask& task, const std::string& out);
Restored RestoreByDeleteRange(const RestoreTask& task, const std::string& out);
Restored RestoreByDeleteFiles(const RestoreTask& task, const std::string& out);
Restored RestoreByClipAndImport(const RestoreTask& task, const std::string& out);
Restored RestoreByRescale(const RestoreTask& task, const std::string& out);
Restored RestoreFloor(const RestoreTask& task, const std::string& out);

}  // namespace rescale::bench
