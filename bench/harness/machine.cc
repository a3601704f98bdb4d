// SPDX-License-Identifier: Apache-2.0
#include "harness/machine.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <thread>

namespace rescale::bench {
namespace {

std::string FirstMatch(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const size_t colon = line.find(':');
    if (line.rfind(key, 0) != 0 || colon == std::string::npos) continue;
    const size_t value = line.find_first_not_of(" \t", colon + 1);
    if (value != std::string::npos) return line.substr(value);
  }
  return "unknown";
}

}  // namespace

std::string Machine() {
  utsname name{};
  uname(&name);
  return fmt::format("{} x {}, {}, Linux {}", std::thread::hardware_concurrency(),
                     FirstMatch("/proc/cpuinfo", "model name"),
                     FirstMatch("/proc/meminfo", "MemTotal"), name.release);
}

std::string CommandLine(int argc, char** argv) {
  std::string line;
  for (int i = 0; i < argc; ++i) line += (i == 0 ? "" : " ") + std::string(argv[i]);
  return line;
}

}  // namespace rescale::bench
