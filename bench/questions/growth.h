// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/result.h"

namespace rescale::bench {

// One state and its rescale, of which all but one number is the same along an axis.
struct GrowthPoint {
  uint64_t mib = 256;    // of the state that the new task gets
  uint64_t files = 64;   // SSTs of it, about: RocksDB cuts them by bytes
  uint32_t sources = 2;  // that are merged into one task
  uint32_t column_families = 1;
  uint32_t max_parallelism = 128;
};

// The points along "stateMib" (the same SSTs, larger), "files" (smaller and more of them),
// "sources", "columnFamilies" or "maxParallelism"; fewer and smaller ones when `quick`. Throws
// std::runtime_error for another name.
std::vector<GrowthPoint> PointsOf(const std::string& axis, bool quick);
const std::vector<std::string>& GrowthAxes();

// How does the time of a rescale grow with what it is given?
struct GrowthQuestion {
  std::string work;  // directory to write in
  std::vector<std::string> axes;
  bool quick = false;
  Rounds rounds;
};

// Prints a table an axis and what fits the medians. The score is the rescale alone; "open" is
// RocksDB's open and a first get after it. Throws std::runtime_error when anything fails.
std::vector<BenchmarkResult> AskGrowth(const GrowthQuestion& question);

}  // namespace rescale::bench
