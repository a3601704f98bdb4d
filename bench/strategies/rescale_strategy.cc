// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "base/stopwatch.h"
#include "harness/child.h"
#include "rescale/rescale.h"
#include "strategies/strategy.h"

namespace rescale::bench {
namespace {

RunOptions RunOptionsOf(const RestoreTask& task, const std::string& out) {
  RunOptions options;
  options.sources = task.sources;
  options.max_parallelism = task.state->max_parallelism;
  options.parallelism = task.parallelism;
  options.index = task.index;
  options.out = out;
  return options;
}

RunReport RunNow(const RunOptions& options) {
  auto report = Run(options);
  if (!report.ok()) throw std::runtime_error(report.status().ToString());
  return std::move(*report);
}

// A file of a rescaled task.
struct Part {
  bool linked = false;
  std::string from;  // of this SST, the first `bytes` when it is not linked
  uint64_t bytes = 0;
};

// What a rescale links, and how much it keeps of what it cuts. It runs in a process of its own, so
// that nothing of it is taken for the floor's.
std::vector<Part> PartsOf(const RestoreTask& task, const std::string& out) {
  const std::string text = InChild("a rescale", [&] {
    std::string lines;
    const RunReport report = RunNow(RunOptionsOf(task, out));
    for (const FileOrigin& file : report.targets.at(0).files) {
      lines += fmt::format("{} {} {} {}\n", file.identical ? 1 : 0, file.source,
                           file.source_number.value, file.size_bytes);
    }
    return lines;
  });
  std::filesystem::remove_all(out);
  std::vector<Part> parts;
  std::istringstream in(text);
  size_t source = 0;
  uint64_t number = 0;
  for (Part part; in >> part.linked >> source >> number >> part.bytes;) {
    part.from = fmt::format("{}/{:06}.sst", task.sources[source].directory, number);
    parts.push_back(part);
  }
  return parts;
}

void WritePart(const Part& part, const std::string& to) {
  if (part.linked) return std::filesystem::create_hard_link(part.from, to);
  const uint64_t bytes = std::min<uint64_t>(part.bytes, std::filesystem::file_size(part.from));
  const auto source = PosixFileSystem().OpenForRead(part.from);
  const auto file = PosixFileSystem().CreateFile(to);
  if (!source.ok() || !file.ok() || !(*file)->AppendFrom(**source, 0, bytes).ok() ||
      !(*file)->Sync().ok() || !(*file)->Close().ok()) {
    throw std::runtime_error(to + ": the copy failed");
  }
}

}  // namespace

Restored RestoreByRescale(const RestoreTask& task, const std::string& out) {
  const Stopwatch watch;
  RunNow(RunOptionsOf(task, out));
  Restored restored;
  restored.prepare_seconds = watch.TotalMs() / 1e3;
  restored.database = OpenDatabase(*task.state, fmt::format("{}/{}", out, task.index),
                                   flink_state::Database::Mode::kReadWrite);
  return restored;
}

// What to link and how much to copy is known beforehand, which is not part of the time.
Restored RestoreFloor(const RestoreTask& task, const std::string& out) {
  const std::vector<Part> parts = PartsOf(task, out);
  std::filesystem::create_directories(out);
  sync();
  Restored restored;
  restored.before = Usage::Now();
  const Stopwatch watch;
  for (size_t i = 0; i < parts.size(); ++i)
    WritePart(parts[i], fmt::format("{}/{:06}.sst", out, i));
  const Status synced = PosixFileSystem().SyncDirectory(out);
  if (!synced.ok()) throw std::runtime_error(synced.ToString());
  restored.prepare_seconds = watch.TotalMs() / 1e3;
  return restored;
}

}  // namespace rescale::bench
