// SPDX-License-Identifier: Apache-2.0
#include "state/job_state.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "flink_state/rocksdb_options.h"
#include "flink_state/rocksdb_state.h"
#include "harness/child.h"

namespace rescale::bench {
namespace {

// About what one key of the job takes on disk over all column families, with its changes.
constexpr uint64_t kBytesPerKey = 560;

flink_state::StateOptions JobOf(const std::string& directory, uint64_t mib) {
  flink_state::StateOptions job;
  job.directory = directory;
  job.parallelism = 4;
  job.keys = job.parallelism * (mib << 20) / kBytesPerKey;
  job.value_bytes_min = 100;
  job.value_bytes_max = 400;
  job.keep_model = false;
  job.lsm.write_buffer_bytes = 16 << 20;
  job.lsm.target_file_bytes = 8 << 20;
  job.lsm.level_base_bytes = 64 << 20;
  job.workload.rounds = 2;
  return job;
}

void FillTask(const flink_state::StateOptions& job, uint32_t index) {
  const std::string marker = fmt::format("{}/{}.made", job.directory, index);
  if (std::filesystem::exists(marker)) return;
  std::filesystem::remove_all(fmt::format("{}/{}", job.directory, index));
  InChild(marker, [&] {
    const auto task = flink_state::MakeTask(job, index);
    if (!task.ok()) throw std::runtime_error(task.status().ToString());
    return std::string();
  });
  std::ofstream(marker) << job.keys << "\n";
}

rocksdb::ColumnFamilyOptions OptionsOf(const flink_state::StateOptions& job,
                                       const std::string& family) {
  auto options = flink_state::MakeColumnFamilyOptions(job, family);
  if (!options.ok()) throw std::runtime_error(options.status().ToString());
  return *options;
}

}  // namespace

State MakeJobState(const std::string& directory, uint64_t mib) {
  const flink_state::StateOptions job = JobOf(directory, mib);
  std::filesystem::create_directories(directory);
  State state;
  state.kind = "flink";
  state.mib = mib;
  state.parallelism = job.parallelism;
  state.max_parallelism = job.max_parallelism;
  state.families = {"default", flink_state::kValueState, flink_state::kCounterState,
                    flink_state::kListState, flink_state::kTimerState};
  state.options_of = [job](const std::string& family) { return OptionsOf(job, family); };
  for (uint32_t i = 0; i < job.parallelism; ++i) {
    FillTask(job, i);
    state.sources.push_back({fmt::format("{}/{}", directory, i),
                             *job.max_parallelism.RangeOfSubtask(job.parallelism, i)});
  }
  return state;
}

}  // namespace rescale::bench
