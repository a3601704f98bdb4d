// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/result.h"

namespace rescale::bench {

// How long does each strategy take to restore a task, and what does it leave for later?
struct RestoreQuestion {
  std::string work;                 // directory to write in
  std::vector<std::string> states;  // "bulk", "flink"
  std::vector<uint64_t> mib;        // of a source task
  std::vector<uint32_t> to;         // new parallelism, from 4
  std::vector<std::string> strategies;
  double gets_seconds = 1;
  bool keep = false;  // the states, for the next run
  Rounds rounds;
};

// Prints a table a case. Each strategy's result is compared with the sources before it is measured;
// throws std::runtime_error when one is wrong, or anything else fails.
std::vector<BenchmarkResult> AskRestore(const RestoreQuestion& question);

}  // namespace rescale::bench
