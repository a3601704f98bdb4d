// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <thread>

namespace rescale::bench {
namespace {

[[noreturn]] void RunChild(int result_fd, const std::function<bool()>& work) {
  bool ok = false;
  const auto start = std::chrono::steady_clock::now();
  try {
    ok = work();
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ok = ok && write(result_fd, &seconds, sizeof(seconds)) == sizeof(seconds);
  _exit(ok ? 0 : 1);
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

[[noreturn]] void Fail(const std::string& what) {
  fmt::print(stderr, "bench: {} failed\n", what);
  std::exit(1);
}

std::string FirstMatch(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(key, 0) == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

}  // namespace

Measured MeasureInChild(const std::string& what, const std::function<bool()>& work) {
  int fds[2];
  if (pipe(fds) != 0) Fail(what);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) Fail(what);
  if (child == 0) RunChild(fds[1], work);
  close(fds[1]);
  Measured measured;
  const bool answered = read(fds[0], &measured.seconds, sizeof(double)) == sizeof(double);
  close(fds[0]);
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || status != 0 || !answered) Fail(what);
  measured.cpu_seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  measured.peak_rss_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  return measured;
}

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

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

void SettleDisk() { sync(); }

}  // namespace rescale::bench
