// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/result.h"

namespace rescale::bench {

// How fast is a cut, against cp of as many bytes? One large SST is cut to shares of its keys, with
// one thread a core and with one thread; cp copies the result. All are synced.
struct CutQuestion {
  std::string work;  // directory to write in
  std::vector<std::string> compressions;
  uint64_t mib = 0;  // of keys and values
  Rounds rounds;
};

// Prints a table a compression. Throws std::runtime_error when anything fails.
std::vector<BenchmarkResult> AskCut(const CutQuestion& question);

}  // namespace rescale::bench
