// SPDX-License-Identifier: Apache-2.0
#include "run/fixture.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

namespace rescale::test {

Job::Job(flink_state::StateOptions options) : options_(std::move(options)) {
  options_.directory = dir_ / "job";
  options_.keep_model = false;
  const auto job = flink_state::MakeState(options_);
  REQUIRE(job.status().ToString() == "ok");
  handles_ = job->handles();
  for (const StateHandle& handle : handles_)
    hashes_.push_back(*flink_state::HashTree(handle.directory));
}

RunOptions Job::To(uint32_t parallelism) const {
  RunOptions options;
  options.sources = handles_;
  options.max_parallelism = max();
  options.parallelism = parallelism;
  options.out = out();
  options.write.threads = 2;
  return options;
}

bool Job::Untouched() const {
  for (size_t i = 0; i < handles_.size(); ++i) {
    if (*flink_state::HashTree(handles_[i].directory) != hashes_[i]) return false;
  }
  return true;
}

std::string Job::Judge(uint32_t parallelism, uint32_t index, bool write) const {
  flink_state::OracleOptions oracle;
  oracle.write = write;
  return flink_state::CheckRescaled(fmt::format("{}/{}", out(), index), handles_,
                                    *max().RangeOfSubtask(parallelism, index), max(), oracle)
      .ToString();
}

flink_state::Model Job::Read(const std::string& directory, const MaxParallelism& max) {
  const auto model = flink_state::ReadSources({{directory, max.all()}}, max.all(), max);
  REQUIRE(model.status().ToString() == "ok");
  return *model;
}

flink_state::StateOptions SmallState() {
  flink_state::StateOptions options;
  options.parallelism = 2;
  options.keys = 300;
  options.lsm.write_buffer_bytes = 64 << 10;
  options.workload.range_deletions = true;
  return options;
}

std::vector<std::string> NamesIn(const std::string& directory) {
  const auto names = PosixFileSystem().List(directory);
  return names.ok() ? *names : std::vector<std::string>{};
}

}  // namespace rescale::test
