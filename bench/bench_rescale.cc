// SPDX-License-Identifier: Apache-2.0
// How long is a rescale, against copying by write batches and against the floor of linking files?
// Every strategy ends with a database that RocksDB can open; "open" is measured beside it.
// Strategies take turns in each iteration, each in a process of its own; medians are shown.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <iostream>

#include "bulk_state.h"
#include "measure.h"
#include "options.h"
#include "rescale/rescale.h"
#include "write_batch_copy.h"

namespace rescale::bench {
namespace {

struct Case {
  uint64_t mib_per_task;
  uint32_t to;
};

struct Series {
  std::vector<double> seconds, open_seconds, cpu;
  uint64_t peak_rss = 0;
};

struct Context {
  std::string work;
  std::vector<StateHandle> sources;
  MaxParallelism max = *MaxParallelism::Create(128);
  unsigned threads = 0;
};

RunOptions OursOptions(const Context& context, uint32_t to, const std::string& out) {
  RunOptions options;
  options.sources = context.sources;
  options.max_parallelism = context.max;
  options.parallelism = to;
  options.out = out;
  options.write.threads = context.threads;
  return options;
}

bool Ours(const Context& context, uint32_t to, const std::string& out) {
  const auto report = Run(OursOptions(context, to, out));
  if (!report.ok()) fmt::print(stderr, "{}\n", report.status().ToString());
  return report.ok();
}

bool WriteBatches(const Context& context, uint32_t to, const std::string& out) {
  for (uint32_t i = 0; i < to; ++i) {
    WriteBatchCopy(context.sources, context.max, *context.max.RangeOfSubtask(to, i),
                   fmt::format("{}/{}", out, i));
  }
  return true;
}

// Links each file that our plan links and copies the bytes that it expects of trimmed ones, and
// syncs once a target: what any strategy of this kind must do at least.
bool Floor(const Context& context, uint32_t to, const std::string& out) {
  PlanOptions options;
  options.sources = context.sources;
  options.parallelism = to;
  const auto plan = MakePlan(options);
  if (!plan.ok()) return false;
  namespace stdfs = std::filesystem;
  FileSystem& fs = PosixFileSystem();
  for (size_t t = 0; t < plan->target_count(); ++t) {
    const std::string directory = fmt::format("{}/{}", out, t);
    stdfs::create_directories(directory);
    plan->ForEachFile(t, [&](const PlannedSst& sst) {
      const std::string from = fmt::format("{}/{:06}.sst", context.sources[sst.source].directory,
                                           sst.source_number.value);
      const std::string target = fmt::format("{}/{:06}.sst", directory, sst.target_number.value);
      if (sst.action == PlanAction::kLink) stdfs::create_hard_link(from, target);
      if (sst.action != PlanAction::kTrim) return;
      const auto source = fs.OpenForRead(from);
      auto file = fs.CreateFile(target);
      if (!(*file)->AppendFrom(**source, 0, sst.expected_bytes).ok() || !(*file)->Sync().ok() ||
          !(*file)->Close().ok()) {
        throw std::runtime_error(target);
      }
    });
    if (!fs.SyncDirectory(directory).ok()) return false;
  }
  return true;
}

bool OpenAll(uint32_t to, const std::string& out) {
  for (uint32_t i = 0; i < to; ++i) {
    if (!OpenAndRead(fmt::format("{}/{}", out, i))) return false;
  }
  return true;
}

using Strategy = bool (*)(const Context&, uint32_t, const std::string&);

void MeasureOnce(const Context& context, uint32_t to, const std::string& name, Strategy strategy,
                 bool opens, Series* series) {
  const std::string out = context.work + "/out";
  std::filesystem::remove_all(out);
  SettleDisk();
  const Measured run = MeasureInChild(name, [&] { return strategy(context, to, out); });
  series->seconds.push_back(run.seconds);
  series->cpu.push_back(run.cpu_seconds);
  series->peak_rss = std::max(series->peak_rss, run.peak_rss_bytes);
  if (opens) {
    series->open_seconds.push_back(
        MeasureInChild(name + ", open", [&] { return OpenAll(to, out); }).seconds);
  }
  std::filesystem::remove_all(out);
}

struct Counts {
  uint64_t linked = 0, trimmed = 0, linked_bytes = 0, trimmed_bytes = 0;
};

Counts CountPlan(const Context& context, uint32_t to) {
  PlanOptions options;
  options.sources = context.sources;
  options.parallelism = to;
  const auto plan = MakePlan(options);
  Counts counts;
  for (size_t t = 0; plan.ok() && t < plan->target_count(); ++t) {
    const PlanTotals totals = plan->totals(t);
    counts.linked += totals.files_linked;
    counts.trimmed += totals.files_trimmed;
    counts.linked_bytes += totals.bytes_linked;
    counts.trimmed_bytes += totals.bytes_trimmed;
  }
  return counts;
}

void Report(const Context& context, const Case& c, const Series& ours, const Series& floor,
            const Series& batches) {
  const Counts counts = CountPlan(context, c.to);
  const double ours_s = Median(ours.seconds);
  const uint64_t files = counts.linked + counts.trimmed;
  fmt::print("{:>6} MiB 4->{}  ours {:8.4f} s (+ open {:.3f} s)  floor {:8.4f} s  ratio {:4.2f}",
             c.mib_per_task, c.to, ours_s, Median(ours.open_seconds), Median(floor.seconds),
             ours_s / Median(floor.seconds));
  if (!batches.seconds.empty()) {
    fmt::print("  WriteBatch {:8.3f} s (+ open {:.3f} s) = {:.0f}x", Median(batches.seconds),
               Median(batches.open_seconds), Median(batches.seconds) / ours_s);
  }
  fmt::print(
      "\n            {} linked ({} MiB), {} trimmed ({} MiB), {:.1f} us a file, peak {} MiB, cpu "
      "{:.3f} s\n",
      counts.linked, counts.linked_bytes >> 20, counts.trimmed, counts.trimmed_bytes >> 20,
      ours_s * 1e6 / static_cast<double>(files), ours.peak_rss >> 20, Median(ours.cpu));
}

void AddOptions(cxxopts::OptionAdder& add) {
  add("mib", "MiB of keys and values a task",
      cxxopts::value<std::vector<uint64_t>>()->default_value("512"))(
      "to", "new parallelism, from 4",
      cxxopts::value<std::vector<uint32_t>>()->default_value("2,8,6,3"))(
      "write-batch-up-to", "largest MiB for which write batches run",
      cxxopts::value<uint64_t>()->default_value("512"))(
      "threads", "0: one a core", cxxopts::value<unsigned>()->default_value("0"));
}

void RunAll(const cxxopts::ParseResult& options, const std::string& work, int iterations) {
  for (const uint64_t mib : options["mib"].as<std::vector<uint64_t>>()) {
    Context context;
    context.work = work;
    context.threads = options["threads"].as<unsigned>();
    BulkStateOptions state;
    state.directory = fmt::format("{}/state-{}", context.work, mib);
    state.bytes_per_task = mib << 20;
    // In a child, as all that uses RocksDB: its background threads do not survive a fork.
    MeasureInChild("state", [&] { return !MakeBulkState(state).empty(); });
    context.sources = MakeBulkState(state);  // there by now: only its handles
    for (const uint32_t to : options["to"].as<std::vector<uint32_t>>()) {
      Series ours, floor, batches;
      for (int i = 0; i < iterations; ++i) {
        MeasureOnce(context, to, "ours", Ours, true, &ours);
        MeasureOnce(context, to, "floor", Floor, false, &floor);
        if (mib <= options["write-batch-up-to"].as<uint64_t>()) {
          MeasureOnce(context, to, "write batches", WriteBatches, true, &batches);
        }
      }
      Report(context, {mib, to}, ours, floor, batches);
      std::fflush(stdout);
    }
  }
}

}  // namespace
}  // namespace rescale::bench

int main(int argc, char** argv) {
  using namespace rescale::bench;
  return Main(
      {"bench_rescale", "Rescale time against write batches and the floor", 3, AddOptions, RunAll},
      argc, argv);
}
