// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "base/stopwatch.h"
#include "rescale/rescale.h"
#include "strategies/strategy.h"

namespace rescale::bench {
namespace {

void FloorFile(const RestoreTask& task, const PlannedSst& sst, const std::string& out) {
  const std::string from =
      fmt::format("{}/{:06}.sst", task.sources[sst.source].directory, sst.source_number.value);
  const std::string to = fmt::format("{}/{:06}.sst", out, sst.target_number.value);
  if (sst.action == PlanAction::kLink) std::filesystem::create_hard_link(from, to);
  if (sst.action != PlanAction::kTrim) return;
  const auto source = PosixFileSystem().OpenForRead(from);
  const auto file = PosixFileSystem().CreateFile(to);
  if (!source.ok() || !file.ok() || !(*file)->AppendFrom(**source, 0, sst.expected_bytes).ok() ||
      !(*file)->Sync().ok() || !(*file)->Close().ok()) {
    throw std::runtime_error(to + ": the copy failed");
  }
}

}  // namespace

Restored RestoreByRescale(const RestoreTask& task, const std::string& out) {
  const Stopwatch watch;
  RunOptions options;
  options.sources = task.sources;
  options.max_parallelism = task.state->max_parallelism;
  options.parallelism = task.parallelism;
  options.index = task.index;
  options.out = out;
  const auto report = Run(options);
  if (!report.ok()) throw std::runtime_error(report.status().ToString());
  Restored restored;
  restored.prepare_seconds = watch.TotalMs() / 1e3;
  restored.database = OpenDatabase(*task.state, fmt::format("{}/{}", out, task.index),
                                   flink_state::Database::Mode::kReadWrite);
  return restored;
}

// What to link and how much to copy is known from a plan, which is not part of the time.
Restored RestoreFloor(const RestoreTask& task, const std::string& out) {
  PlanOptions options;
  options.sources = task.sources;
  options.max_parallelism = task.state->max_parallelism;
  options.parallelism = task.parallelism;
  options.index = task.index;
  const auto plan = MakePlan(options);
  if (!plan.ok()) throw std::runtime_error(plan.status().ToString());
  std::filesystem::create_directories(out);
  const Stopwatch watch;
  plan->ForEachFile(0, [&](const PlannedSst& sst) { FloorFile(task, sst, out); });
  const Status synced = PosixFileSystem().SyncDirectory(out);
  if (!synced.ok()) throw std::runtime_error(synced.ToString());
  Restored restored;
  restored.prepare_seconds = watch.TotalMs() / 1e3;
  return restored;
}

}  // namespace rescale::bench
