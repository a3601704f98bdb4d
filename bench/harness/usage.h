// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rescale::bench {

// What this process has used since it began.
struct Usage {
  double cpu_seconds = 0;       // user and system, all threads
  uint64_t peak_rss_bytes = 0;  // the highest so far
  uint64_t read_bytes = 0;      // by system calls, whether the page cache had them or not
  uint64_t written_bytes = 0;   // the same

  // Reads getrusage and /proc/self/io; throws std::runtime_error when there is no such file.
  static Usage Now();
};

}  // namespace rescale::bench
