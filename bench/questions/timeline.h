// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rescale::bench {

// What becomes of the files of a restored task while RocksDB goes on with its compactions?
struct TimelineQuestion {
  std::string work;  // directory to write in
  std::string state = "bulk";
  uint64_t mib = 0;          // of a source task
  std::vector<uint32_t> to;  // new parallelism, from 4
  std::vector<std::string> strategies;
  double seconds = 5;  // after RocksDB is open
};

struct TimelineSample {
  double seconds = 0;           // since the restore began; below 0: of the sources, together
  std::vector<uint64_t> files;  // of each level, all column families together
  uint64_t bytes = 0;           // of all SSTs
  uint64_t dead_bytes = 0;      // of them, out of the task's keys; RocksDB's estimate
};

struct Timeline {
  std::string strategy, name, state;
  uint64_t mib = 0;
  std::vector<TimelineSample> samples;  // the first is of the sources
};

// Prints the first and the last sample of each. Throws std::runtime_error when anything fails.
std::vector<Timeline> AskTimeline(const TimelineQuestion& question);

std::string ToJson(const std::vector<Timeline>& timelines);

}  // namespace rescale::bench
