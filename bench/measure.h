// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rescale::bench {

// What one run in a process of its own took.
struct Measured {
  double seconds = 0;      // inside the process, from start to end of the work
  double cpu_seconds = 0;  // user and system, of the whole process
  uint64_t peak_rss_bytes = 0;
};

// Forks, runs `work` in the child and measures it, so that one run's memory and open files do not
// show in the next. `work` says false (having printed why) or throws to fail; then the whole
// benchmark ends with exit code 1.
Measured MeasureInChild(const std::string& what, const std::function<bool()>& work);

double Median(std::vector<double> values);

// "2 x Intel(R) ..., 23.4 GiB, Linux 6.1": for the head of a table.
std::string Machine();
// The command line, to be shown with its figures.
std::string CommandLine(int argc, char** argv);

// Asks the kernel to write back everything, so that one run does not pay for another's writes.
void SettleDisk();

}  // namespace rescale::bench
