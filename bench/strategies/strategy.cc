// SPDX-License-Identifier: Apache-2.0
#include "strategies/strategy.h"

#include <algorithm>
#include <stdexcept>

#include "strategies/main_database.h"

namespace rescale::bench {
namespace {

bool Always(const RestoreTask& /*task*/) { return true; }

// Else there is nothing to delete, and it is the same as copying by write batches.
bool MainIsCut(const RestoreTask& task) { return !task.OutsideOf(LargestSource(task)).empty(); }

}  // namespace

const std::vector<Strategy>& Strategies() {
  static const std::vector<Strategy> kStrategies = {
      {"write_batch",
       "the source of which three quarters are kept is the main database, ranges outside are "
       "deleted by range tombstones; all else is copied by write batches",
       RestoreByWriteBatch, Always},
      {"sst_file_writer", "as write_batch, but what is copied is written as SSTs and ingested",
       RestoreBySstFileWriter, Always},
      {"delete_range",
       "as write_batch, but the largest source is the main database however little is kept of it",
       RestoreByDeleteRange, MainIsCut},
      {"delete_files",
       "as delete_range, and then files outside are deleted and the edges compacted",
       RestoreByDeleteFiles, MainIsCut},
      {"clip_and_import",
       "each source is opened, clipped and exported; a new database imports all of them",
       RestoreByClipAndImport, Always},
      {"rescale", "SSTs are linked or cut, and one MANIFEST is written", RestoreByRescale, Always},
      {"floor", "SSTs are linked, as many bytes as are cut are copied, one sync; no database",
       RestoreFloor, Always},
  };
  return kStrategies;
}

const Strategy& StrategyOf(const std::string& name) {
  std::string known;
  for (const Strategy& strategy : Strategies()) {
    if (name == strategy.name) return strategy;
    known += std::string(known.empty() ? "" : ", ") + strategy.name;
  }
  throw std::runtime_error(name + " is no strategy; there are " + known);
}

}  // namespace rescale::bench
