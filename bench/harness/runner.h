// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/child.h"
#include "harness/result.h"

namespace rescale::bench {

// One thing to measure. `measure` does it once and says what it took: kSeconds, and any of the
// other figures of UnitOf. It runs in a process of its own, and throws to fail the whole run.
struct Benchmark {
  std::string name;
  std::map<std::string, std::string> params;
  std::function<Values()> measure;
};

// The figure that becomes the score.
inline constexpr const char* kSeconds = "seconds";

// "s/op", "B", "us", or "" for a count. Throws std::invalid_argument for a name it does not know.
std::string UnitOf(const std::string& metric);

// One process at a time, in turns: the first fork of each benchmark, then the second of each, ...
std::vector<BenchmarkResult> RunInTurns(const std::vector<Benchmark>& benchmarks,
                                        const Rounds& rounds);

}  // namespace rescale::bench
