// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/result.h"

namespace rescale::bench {

// How long is reading the MANIFESTs of, and planning, a million SSTs, and in how much memory? And a
// whole run that links them? The MANIFESTs are real; the SSTs do not exist: a plan never looks at
// them, and the run is told that they are there.
struct PlanQuestion {
  std::string work;                 // directory to write in
  std::vector<uint64_t> files;      // SSTs over four sources
  std::vector<size_t> bound_bytes;  // length of their smallest and largest keys
  Rounds rounds;
};

// Prints a table. Throws std::runtime_error when anything fails.
std::vector<BenchmarkResult> AskPlan(const PlanQuestion& question);

}  // namespace rescale::bench
