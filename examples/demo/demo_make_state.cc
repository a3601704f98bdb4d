// SPDX-License-Identifier: Apache-2.0
// Makes the checkpoint directories of a small Flink job: OUT/0, OUT/1, ... one for each task.
#include <fmt/format.h>

#include <cstdio>
#include <cxxopts.hpp>
#include <filesystem>
#include <iostream>

#include "flink_state/rocksdb_state.h"

namespace {

// About what one key of the job takes on disk over all column families, with its changes.
constexpr uint64_t kBytesPerKey = 560;

uint64_t SstBytes(const std::string& directory) {
  uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    if (entry.path().extension() == ".sst") bytes += entry.file_size();
  }
  return bytes;
}

flink_state::StateOptions JobOf(const cxxopts::ParseResult& arguments,
                                rescale::MaxParallelism max_parallelism) {
  flink_state::StateOptions job;
  job.directory = arguments["out"].as<std::string>();
  job.max_parallelism = max_parallelism;
  job.parallelism = arguments["parallelism"].as<uint32_t>();
  job.keys = (arguments["mib"].as<uint64_t>() << 20) / kBytesPerKey;
  job.seed = arguments["seed"].as<uint64_t>();
  job.value_bytes_min = 100;
  job.value_bytes_max = 400;
  job.keep_model = false;
  job.lsm.write_buffer_bytes = 4 << 20;
  job.lsm.target_file_bytes = 512 << 10;
  job.lsm.level_base_bytes = 8 << 20;
  job.workload.rounds = 2;
  return job;
}

int Make(const cxxopts::ParseResult& arguments) {
  const auto max_parallelism =
      rescale::MaxParallelism::Create(arguments["max-parallelism"].as<uint32_t>());
  if (!max_parallelism.ok()) {
    fmt::print(stderr, "demo_make_state: {}\n", max_parallelism.status().ToString());
    return 2;
  }
  const flink_state::StateOptions job = JobOf(arguments, *max_parallelism);
  for (uint32_t index = 0; index < job.parallelism; ++index) {
    const auto task = flink_state::MakeTask(job, index);
    if (!task.ok()) {
      fmt::print(stderr, "demo_make_state: task {}: {}\n", index, task.status().ToString());
      return 1;
    }
    fmt::print("task {} {:<9} {:6.1f} MiB in {}\n", index, rescale::ToString(task->handle.owned),
               static_cast<double>(SstBytes(task->handle.directory)) / (1 << 20),
               task->handle.directory);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  cxxopts::Options options("demo_make_state",
                           "Makes the checkpoint directories of a small Flink job, with RocksDB.");
  options.positional_help("OUT").add_options()("out", "directory to make",
                                               cxxopts::value<std::string>())(
      "parallelism", "tasks of the job", cxxopts::value<uint32_t>()->default_value("4"))(
      "max-parallelism", "key groups of the job", cxxopts::value<uint32_t>()->default_value("128"))(
      "mib", "about so much state over all tasks", cxxopts::value<uint64_t>()->default_value("96"))(
      "seed", "decides about every key and value", cxxopts::value<uint64_t>()->default_value("1"))(
      "help", "print this text");
  options.parse_positional({"out"});
  try {
    const cxxopts::ParseResult arguments = options.parse(argc, argv);
    if (arguments.count("help") != 0) {
      std::cout << options.help();
      return 0;
    }
    if (arguments.count("out") != 0) return Make(arguments);
    std::cerr << "demo_make_state: OUT is missing; see --help\n";
  } catch (const std::exception& error) {
    std::cerr << "demo_make_state: " << error.what() << "\n";
  }
  return 2;
}
