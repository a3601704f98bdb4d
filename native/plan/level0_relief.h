// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

// Many sources bring many L0 files, and RocksDB slows writes down from
// `level0_slowdown_writes_trigger` on. The sources' keys are apart, so an L0 file may go down, by
// the MANIFEST alone, into a level that is empty for its own source. What must always hold: of two
// files of a source with common keys, the newer one is in the shallower place.
namespace rescale::plan {

// Forecasts L0 of each column family, and where it reaches the trigger, moves the oldest L0 files
// of the source that has most of them down, until the forecast is below. A moved file goes into the
// deepest level that is above the source's shallowest kept file in L1 and deeper, and above every
// older moved file it has keys in common with. Where that is not enough, one warning tells of all
// column families, naming the worst. Level and universal compaction only: with FIFO, L0 is where
// the data live. Sets target_level, level0_files, level0_files_relieved.
void RelieveLevel0(const std::vector<Source>& sources, Plan* plan);

}  // namespace rescale::plan
