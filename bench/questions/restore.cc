// SPDX-License-Identifier: Apache-2.0
#include "questions/restore.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/runner.h"
#include "questions/restore_measure.h"
#include "state/made_state.h"

namespace rescale::bench {
namespace {

std::vector<RestoreMeasure> MeasuresOf(const RestoreQuestion& question, const RestoreTask& task,
                                       const Expected& expected) {
  std::vector<RestoreMeasure> measures;
  for (const std::string& name : question.strategies) {
    const Strategy& strategy = StrategyOf(name);
    if (!strategy.applies(task)) continue;
    measures.push_back({task, &strategy, question.work + "/out", &expected, question.gets_seconds});
  }
  return measures;
}

std::vector<BenchmarkResult> RunCase(const RestoreQuestion& question, const RestoreTask& task) {
  const Expected expected = ExpectedOf(task, 2000);
  std::vector<Benchmark> benchmarks;
  for (const RestoreMeasure& measure : MeasuresOf(question, task, expected)) {
    InChild(fmt::format("check of {} {}", measure.strategy->name, task.name()), [&] {
      CheckRestore(measure);
      return std::string();
    });
    benchmarks.push_back({fmt::format("rescale.Rescale.{}", measure.strategy->name),
                          {{"state", task.state->kind},
                           {"mib", std::to_string(task.state->mib)},
                           {"case", task.name()}},
                          [measure] { return MeasureRestore(measure); }});
  }
  return RunInTurns(benchmarks, question.rounds);
}

}  // namespace

std::vector<BenchmarkResult> AskRestore(const RestoreQuestion& question) {
  std::vector<BenchmarkResult> results;
  for (const std::string& kind : question.states) {
    for (const uint64_t mib : question.mib) {
      const std::string directory = fmt::format("{}/{}-{}", question.work, kind, mib);
      const State state = MakeState(kind, mib, question.to, directory);
      for (const uint32_t to : question.to) {
        const auto measured = RunCase(question, MakeRestoreTask(state, to));
        fmt::print("{}\n", ToTable(measured));
        std::fflush(stdout);
        results.insert(results.end(), measured.begin(), measured.end());
      }
      if (!question.keep) std::filesystem::remove_all(directory);
    }
  }
  return results;
}

}  // namespace rescale::bench
