// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace rescale::bench {

// How often everything is run: each fork is a process with so many iterations after the warm-ups.
struct Rounds {
  int forks = 3;
  int warmups = 0;
  int iterations = 1;
};

// The samples of one figure, by fork and iteration.
struct Series {
  std::string unit;
  std::vector<std::vector<double>> forks;

  std::vector<double> samples() const;  // of all forks
};

// What was measured of one benchmark with one set of parameters.
struct BenchmarkResult {
  std::string benchmark;
  std::map<std::string, std::string> params;
  Rounds rounds;
  Series primary;
  std::map<std::string, Series> secondary;
};

// As JMH 1.37 writes with `-rf json`, so that its viewers open it.
std::string ToJmhJson(const std::vector<BenchmarkResult>& results);

// For a terminal: a line a result with parameters, score, error and median; below it the other
// figures.
std::string ToTable(const std::vector<BenchmarkResult>& results);

}  // namespace rescale::bench
