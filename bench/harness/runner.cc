// SPDX-License-Identifier: Apache-2.0
#include "harness/runner.h"

#include <fmt/format.h>

#include <stdexcept>

namespace rescale::bench {
namespace {

std::vector<Values> RunFork(const Benchmark& benchmark, const Rounds& rounds) {
  return ValuesInChild(benchmark.name, [&] {
    for (int i = 0; i < rounds.warmups; ++i) benchmark.measure();
    std::vector<Values> measured;
    for (int i = 0; i < rounds.iterations; ++i) measured.push_back(benchmark.measure());
    return measured;
  });
}

void AddFork(const std::vector<Values>& fork, BenchmarkResult* result) {
  result->primary.forks.emplace_back();
  for (auto& [name, series] : result->secondary) series.forks.emplace_back();
  for (const Values& iteration : fork) {
    for (const auto& [name, value] : iteration) {
      if (name == kSeconds) {
        result->primary.forks.back().push_back(value);
        continue;
      }
      Series& series = result->secondary[name];
      series.unit = UnitOf(name);
      if (series.forks.size() < result->primary.forks.size()) series.forks.emplace_back();
      series.forks.back().push_back(value);
    }
  }
}

}  // namespace

std::string UnitOf(const std::string& metric) {
  static const std::map<std::string, std::string> kUnits = {
      {kSeconds, "s/op"},  {"prepare", "s/op"},     {"open", "s/op"},      {"clean", "s/op"},
      {"cpu", "s/op"},     {"run", "s/op"},         {"peakRss", "B"},      {"planPeakRss", "B"},
      {"runPeakRss", "B"}, {"bytesRead", "B"},      {"bytesWritten", "B"}, {"bytesLinked", "B"},
      {"deadBytes", "B"},  {"cleanBytes", "B"},     {"newBytes", "B"},     {"getP50", "us"},
      {"getP99", "us"},    {"rangeTombstones", ""}, {"files", ""}};
  const auto unit = kUnits.find(metric);
  if (unit == kUnits.end()) throw std::invalid_argument("no unit is known of " + metric);
  return unit->second;
}

std::vector<BenchmarkResult> RunInTurns(const std::vector<Benchmark>& benchmarks,
                                        const Rounds& rounds) {
  std::vector<BenchmarkResult> results;
  for (const Benchmark& benchmark : benchmarks) {
    results.push_back({benchmark.name, benchmark.params, rounds, {UnitOf(kSeconds), {}}, {}});
  }
  for (int fork = 0; fork < rounds.forks; ++fork) {
    for (size_t i = 0; i < benchmarks.size(); ++i) {
      AddFork(RunFork(benchmarks[i], rounds), &results[i]);
    }
  }
  return results;
}

}  // namespace rescale::bench
