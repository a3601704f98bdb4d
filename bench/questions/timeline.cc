// SPDX-License-Identifier: Apache-2.0
#include "questions/timeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "base/stopwatch.h"
#include "harness/child.h"
#include "state/made_state.h"
#include "strategies/delete_outside.h"
#include "strategies/strategy.h"

namespace rescale::bench {
namespace {

namespace stdfs = std::filesystem;
using flink_state::Database;
using Json = nlohmann::ordered_json;

constexpr size_t kLevels = 7;
constexpr auto kInterval = std::chrono::milliseconds(100);

void AddFiles(Database* database, TimelineSample* sample) {
  std::vector<rocksdb::LiveFileMetaData> files;
  database->db().GetLiveFilesMetaData(&files);
  sample->files.resize(kLevels);
  for (const rocksdb::LiveFileMetaData& file : files) {
    ++sample->files[static_cast<size_t>(file.level)];
    sample->bytes += file.size;
  }
}

// Both in a child each: RocksDB's threads do not survive a fork.
Json ToJson(const TimelineSample& sample) {
  Json json = {{"seconds", sample.seconds},
               {"files", sample.files},
               {"bytes", sample.bytes},
               {"deadBytes", sample.dead_bytes}};
  if (sample.seconds < 0) json["before"] = true;
  return json;
}

TimelineSample FromJson(const Json& json) {
  return {json.at("seconds"), json.at("files"), json.at("bytes"), json.at("deadBytes")};
}

std::string SampleSources(const RestoreTask& task) {
  TimelineSample sample;
  sample.seconds = -1;
  for (const StateHandle& source : task.sources) {
    const auto database = OpenDatabase(*task.state, source.directory, Database::Mode::kReadOnly);
    AddFiles(database.get(), &sample);
    sample.dead_bytes += CountDeadBytes(task, database.get());
  }
  return Json{ToJson(sample)}.dump();
}

std::string SampleRestored(const RestoreTask& task, const Strategy& strategy, double seconds,
                           const std::string& out) {
  const Stopwatch watch;
  const Restored restored = strategy.restore(task, out);
  if (!restored.database) {
    throw std::runtime_error(std::string(strategy.name) + " opens no database to look at");
  }
  const double opened_ms = watch.TotalMs();
  Json samples = Json::array();
  while (watch.TotalMs() < opened_ms + seconds * 1e3) {
    TimelineSample sample;
    sample.seconds = watch.TotalMs() / 1e3;
    AddFiles(restored.database.get(), &sample);
    sample.dead_bytes = CountDeadBytes(task, restored.database.get());
    samples.push_back(ToJson(sample));
    std::this_thread::sleep_for(kInterval);
  }
  return samples.dump();
}

void AddSamples(const std::string& text, Timeline* timeline) {
  for (const Json& json : Json::parse(text)) timeline->samples.push_back(FromJson(json));
}

Timeline MakeTimeline(const TimelineQuestion& question, const RestoreTask& task,
                      const Strategy& strategy) {
  const std::string out = question.work + "/out";
  Timeline timeline{strategy.name, task.name(), task.state->kind, task.state->mib, {}};
  AddSamples(InChild("the sources", [&] { return SampleSources(task); }), &timeline);
  stdfs::remove_all(out);
  sync();
  AddSamples(
      InChild(strategy.name, [&] { return SampleRestored(task, strategy, question.seconds, out); }),
      &timeline);
  stdfs::remove_all(out);
  return timeline;
}

void Print(const Timeline& timeline) {
  fmt::print("{} {}\n", timeline.strategy, timeline.name);
  for (const TimelineSample* sample :
       {&timeline.samples[0], &timeline.samples[1], &timeline.samples.back()}) {
    fmt::print("  {:>7.2f} s  files of levels {}, {} MiB, {} of them dead\n", sample->seconds,
               fmt::join(sample->files, " "), sample->bytes >> 20, sample->dead_bytes >> 20);
  }
  std::fflush(stdout);
}

}  // namespace

std::vector<Timeline> AskTimeline(const TimelineQuestion& question) {
  const std::string directory =
      fmt::format("{}/{}-{}", question.work, question.state, question.mib);
  const State state = MakeState(question.state, question.mib, question.to, directory);
  std::vector<Timeline> timelines;
  for (const uint32_t to : question.to) {
    const RestoreTask task = MakeRestoreTask(state, to);
    for (const std::string& name : question.strategies) {
      const Strategy& strategy = StrategyOf(name);
      if (!strategy.applies(task)) continue;
      timelines.push_back(MakeTimeline(question, task, strategy));
      Print(timelines.back());
    }
  }
  stdfs::remove_all(directory);
  return timelines;
}

std::string ToJson(const std::vector<Timeline>& timelines) {
  Json all = Json::array();
  for (const Timeline& timeline : timelines) {
    Json samples = Json::array();
    for (const TimelineSample& sample : timeline.samples) samples.push_back(ToJson(sample));
    all.push_back({{"strategy", timeline.strategy},
                   {"case", timeline.name},
                   {"state", timeline.state},
                   {"mib", std::to_string(timeline.mib)},
                   {"samples", samples}});
  }
  return all.dump(1) + "\n";
}

}  // namespace rescale::bench
