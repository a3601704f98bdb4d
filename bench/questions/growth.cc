// SPDX-License-Identifier: Apache-2.0
#include "questions/growth.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <list>
#include <stdexcept>

#include "base/stopwatch.h"
#include "harness/fit.h"
#include "harness/runner.h"
#include "harness/score.h"
#include "harness/usage.h"
#include "state/bulk_state.h"
#include "strategies/strategy.h"

namespace rescale::bench {
namespace {

namespace stdfs = std::filesystem;

constexpr int kMaxOpenFiles = 4000;  // RocksDB opens the rest when it needs them

// The number that an axis changes.
uint64_t Number(const GrowthPoint& point, const std::string& axis) {
  if (axis == "stateMib") return point.mib;
  if (axis == "files") return point.files;
  if (axis == "sources") return point.sources;
  if (axis == "columnFamilies") return point.column_families;
  return point.max_parallelism;
}

State MakeState(const GrowthPoint& point, const std::string& directory) {
  BulkStateOptions options;
  options.directory = directory;
  options.parallelism = point.sources;
  options.max_parallelism = point.max_parallelism;
  options.mib_per_task = std::max<uint64_t>(1, point.mib / point.sources);
  options.sst_bytes = (point.mib << 20) / point.files;
  options.column_families = point.column_families;
  options.max_open_files = kMaxOpenFiles;
  return MakeBulkState(options);
}

uint64_t CountTables(const std::string& directory) {
  return static_cast<uint64_t>(std::count_if(
      stdfs::recursive_directory_iterator(directory), stdfs::recursive_directory_iterator(),
      [](const stdfs::directory_entry& entry) { return entry.path().extension() == ".sst"; }));
}

Values MeasureRescale(const RestoreTask& task, const std::string& out) {
  stdfs::remove_all(out);
  sync();
  const Usage before = Usage::Now();
  const Stopwatch watch;
  const Restored restored = RestoreByRescale(task, out);
  std::string value;
  // There may be no such key; RocksDB has looked for it.
  const rocksdb::Status got =
      restored.database->db().Get({}, restored.database->Find("state"), task.keys.begin, &value);
  if (!got.IsNotFound()) Check(got, "a get");
  const double seconds = watch.TotalMs() / 1e3;
  const Usage after = Usage::Now();
  return {{kSeconds, restored.prepare_seconds},
          {"open", seconds - restored.prepare_seconds},
          {"cpu", after.cpu_seconds - before.cpu_seconds},
          {"peakRss", static_cast<double>(after.peak_rss_bytes)},
          {"bytesWritten", static_cast<double>(after.written_bytes - before.written_bytes)},
          {"files", static_cast<double>(CountTables(out))}};
}

Benchmark BenchmarkOf(const GrowthPoint& point, const std::string& axis, const State& state,
                      const std::string& out) {
  const RestoreTask task = MakeRestoreTask(state, 1);
  return {"rescale.Growth." + axis,
          {{"mib", std::to_string(point.mib)},
           {"files", std::to_string(point.files)},
           {"sources", std::to_string(point.sources)},
           {"columnFamilies", std::to_string(point.column_families)},
           {"maxParallelism", std::to_string(point.max_parallelism)},
           {"case", task.name()}},
          [task, out] { return MeasureRescale(task, out); }};
}

// How many there really are, where the axis is files.
double Position(const GrowthPoint& point, const std::string& axis, const BenchmarkResult& result) {
  if (axis == "files") return ScoreOf(result.secondary.at("files").samples()).median;
  return static_cast<double>(Number(point, axis));
}

void PrintFit(const std::string& axis, const std::vector<GrowthPoint>& points,
              const std::vector<BenchmarkResult>& results) {
  std::vector<std::pair<double, double>> medians;
  for (size_t i = 0; i < points.size(); ++i) {
    medians.emplace_back(Position(points[i], axis, results[i]),
                         ScoreOf(results[i].primary.samples()).median);
  }
  const Line line = Line::Through(medians);
  fmt::print("{}: {:.2f} ms {:+.3f} us each (r2 {:.3f}); exponent {:.2f}\n\n", axis,
             line.at_zero * 1e3, line.slope * 1e6, line.r_squared, ExponentOf(medians));
}

std::vector<BenchmarkResult> RunAxis(const GrowthQuestion& question, const std::string& axis) {
  const std::string directory = question.work + "/growth-" + axis;
  const auto points = PointsOf(axis, question.quick);
  std::list<State> states;  // tasks point to them
  std::vector<Benchmark> benchmarks;
  for (const GrowthPoint& point : points) {
    states.push_back(MakeState(point, fmt::format("{}/{}", directory, Number(point, axis))));
    benchmarks.push_back(BenchmarkOf(point, axis, states.back(), directory + "/out"));
  }
  auto results = RunInTurns(benchmarks, question.rounds);
  stdfs::remove_all(directory);
  fmt::print("{}", ToTable(results));
  PrintFit(axis, points, results);
  std::fflush(stdout);
  return results;
}

std::vector<GrowthPoint> WithMib(const std::vector<uint64_t>& values) {
  std::vector<GrowthPoint> points(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    points[i].mib = values[i];
    points[i].files = 16;
  }
  return points;
}

// SSTs of 32 KiB at least: smaller ones do not come out as RocksDB is told.
std::vector<GrowthPoint> WithFiles(const std::vector<uint64_t>& values) {
  std::vector<GrowthPoint> points(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    points[i].files = values[i];
    points[i].mib = std::max<uint64_t>(256, values[i] / 32);
  }
  return points;
}

template <typename T>
std::vector<GrowthPoint> With(T GrowthPoint::*member, const std::vector<T>& values) {
  std::vector<GrowthPoint> points(values.size());
  for (size_t i = 0; i < values.size(); ++i) points[i].*member = values[i];
  return points;
}

}  // namespace

const std::vector<std::string>& GrowthAxes() {
  static const std::vector<std::string> kAxes = {"stateMib", "files", "sources", "columnFamilies",
                                                 "maxParallelism"};
  return kAxes;
}

std::vector<GrowthPoint> PointsOf(const std::string& axis, bool quick) {
  using Longs = std::vector<uint64_t>;
  using Ints = std::vector<uint32_t>;
  if (axis == "stateMib") {
    return WithMib(quick ? Longs{64, 128, 256, 512} : Longs{100, 316, 1000, 3162, 10000});
  }
  if (axis == "files") {
    return WithFiles(quick ? Longs{10, 100, 1000} : Longs{10, 100, 1000, 5000, 20000, 50000});
  }
  if (axis == "sources") {
    return With(&GrowthPoint::sources, quick ? Ints{1, 4, 16} : Ints{1, 2, 4, 8, 16, 32, 64});
  }
  if (axis == "columnFamilies") {
    return With(&GrowthPoint::column_families, quick ? Ints{1, 4, 16} : Ints{1, 4, 16, 32, 64});
  }
  if (axis == "maxParallelism") return With(&GrowthPoint::max_parallelism, Ints{128, 32768});
  std::string known;
  for (const std::string& each : GrowthAxes()) known += (known.empty() ? "" : ", ") + each;
  throw std::runtime_error(axis + " is no axis; there are " + known);
}

std::vector<BenchmarkResult> AskGrowth(const GrowthQuestion& question) {
  std::vector<BenchmarkResult> results;
  for (const std::string& axis : question.axes) PointsOf(axis, question.quick);  // all are known
  for (const std::string& axis : question.axes) {
    const auto measured = RunAxis(question, axis);
    results.insert(results.end(), measured.begin(), measured.end());
  }
  return results;
}

}  // namespace rescale::bench
