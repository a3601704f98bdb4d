// SPDX-License-Identifier: Apache-2.0
#include "harness/usage.h"

#include <sys/resource.h>

#include <fstream>
#include <stdexcept>
#include <string>

namespace rescale::bench {
namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

Usage Usage::Now() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  Usage usage;
  usage.cpu_seconds = Seconds(used.ru_utime) + Seconds(used.ru_stime);
  usage.peak_rss_bytes = static_cast<uint64_t>(used.ru_maxrss) * 1024;
  std::ifstream io("/proc/self/io");
  if (!io) throw std::runtime_error("/proc/self/io: not there; this kernel does not count I/O");
  std::string name;
  for (uint64_t value = 0; io >> name >> value;) {
    if (name == "rchar:") usage.read_bytes = value;
    if (name == "wchar:") usage.written_bytes = value;
  }
  return usage;
}

}  // namespace rescale::bench
