// SPDX-License-Identifier: Apache-2.0
#include "questions/plan.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <stdexcept>

#include "base/stopwatch.h"
#include "harness/runner.h"
#include "harness/usage.h"
#include "rescale/rescale.h"
#include "state/imagined_sources.h"
#include "state/imagined_tables.h"

namespace rescale::bench {
namespace {

constexpr uint32_t kNewParallelism = 2;

void PlanOneTarget(const ImaginedSources& sources) {
  PlanOptions options;
  options.sources = sources.handles();
  options.max_parallelism = sources.max_parallelism;
  options.parallelism = kNewParallelism;
  options.index = 0;
  const auto plan = MakePlan(options);
  if (!plan.ok()) throw std::runtime_error(plan.status().ToString());
}

void LinkAll(const ImaginedSources& sources) {
  ImaginedTables tables(sources.table_bytes);
  RunOptions options;
  options.sources = sources.handles();
  options.max_parallelism = sources.max_parallelism;
  options.parallelism = kNewParallelism;
  options.out = sources.directory + "/out";
  options.write.file_system = &tables;
  std::filesystem::remove_all(options.out);
  const auto report = Run(options);
  if (!report.ok()) throw std::runtime_error(report.status().ToString());
}

// Each in a process of its own, so that the one's memory is not the other's.
Values Measure(const char* what, const std::function<void()>& work) {
  return ValuesInChild(what,
                       [&] {
                         const Stopwatch watch;
                         work();
                         return std::vector<Values>{
                             {{kSeconds, watch.TotalMs() / 1e3},
                              {"peakRss", static_cast<double>(Usage::Now().peak_rss_bytes)}}};
                       })
      .front();
}

Values MeasurePlan(const ImaginedSources& sources) {
  const Values plan = Measure("plan", [&] { PlanOneTarget(sources); });
  const Values run = Measure("run", [&] { LinkAll(sources); });
  return {{kSeconds, plan.at(kSeconds)},
          {"planPeakRss", plan.at("peakRss")},
          {"run", run.at(kSeconds)},
          {"runPeakRss", run.at("peakRss")}};
}

Benchmark BenchmarkOf(const ImaginedSources& sources) {
  return {"rescale.Plan.plan",
          {{"files", std::to_string(sources.files)},
           {"boundBytes", std::to_string(sources.bound_bytes)}},
          [sources] { return MeasurePlan(sources); }};
}

}  // namespace

std::vector<BenchmarkResult> AskPlan(const PlanQuestion& question) {
  std::vector<Benchmark> benchmarks;
  std::vector<std::string> made;
  for (const size_t bound_bytes : question.bound_bytes) {
    for (const uint64_t files : question.files) {
      ImaginedSources sources;
      sources.directory = fmt::format("{}/plan-{}-{}", question.work, files, bound_bytes);
      sources.files = files;
      sources.bound_bytes = bound_bytes;
      // In a child: what it needs for writing must not count as a later child's memory.
      InChild("MANIFESTs", [&] {
        sources.Write();
        return std::string();
      });
      benchmarks.push_back(BenchmarkOf(sources));
      made.push_back(sources.directory);
    }
  }
  const auto results = RunInTurns(benchmarks, question.rounds);
  for (const std::string& directory : made) std::filesystem::remove_all(directory);
  fmt::print("{}\n", ToTable(results));
  return results;
}

}  // namespace rescale::bench
