// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "harness/child.h"
#include "state/contents.h"
#include "strategies/strategy.h"

namespace rescale::bench {

struct RestoreMeasure {
  RestoreTask task;
  const Strategy* strategy = nullptr;
  std::string out;  // made and removed
  const Expected* expected = nullptr;
  double gets_seconds = 1;  // how long gets go on after the restore
};

// Restores once, in a process, looks after the result in another, and tells all that it took and
// left: the score is the time until a first get was served, or of the files alone for a strategy
// without a database. Throws when a key is missing.
Values MeasureRestore(const RestoreMeasure& measure);

// Restores once and compares all that a reader sees with what the sources have, right after it and
// again when all that is outside was compacted away. Throws std::runtime_error when it differs.
void CheckRestore(const RestoreMeasure& measure);

}  // namespace rescale::bench
