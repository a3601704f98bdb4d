// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "run/fixture.h"
#include "support/faulty_fs.h"

namespace rescale::test {
namespace {

flink_state::StateOptions FourTasks() {
  flink_state::StateOptions options = SmallState();
  options.parallelism = 4;
  options.keys = 3000;
  return options;
}

uint64_t LinksOf(const std::string& path) {
  struct stat info {};
  REQUIRE(stat(path.c_str(), &info) == 0);
  return info.st_nlink;
}

}  // namespace

TEST_CASE("run: every new subtask gets exactly its key groups, and the sources stay") {
  const uint32_t parallelism = GENERATE(1u, 2u, 3u, 6u);
  const Job job(FourTasks());
  const auto report = Run(job.To(parallelism));
  REQUIRE(report.status().ToString() == "ok");
  REQUIRE(report->targets.size() == parallelism);
  for (uint32_t i = 0; i < parallelism; ++i) CHECK(job.Judge(parallelism, i) == "");
  CHECK(job.Untouched());
  CHECK(NamesIn(job.out()).size() == parallelism);  // no staging directory stays
}

TEST_CASE("run: at an even divisor nothing is trimmed and every SST is a link") {
  const Job job(FourTasks());
  const auto report = Run(job.To(2));
  REQUIRE(report.status().ToString() == "ok");
  for (const TargetReport& target : report->targets) {
    CHECK(target.files_trimmed == 0);
    CHECK(target.files_copied == 0);
    CHECK(target.files_linked > 0);
    CHECK(target.files.size() == target.files_linked);
    for (const FileOrigin& origin : target.files) {
      CHECK(origin.identical);
      char name[32];
      std::snprintf(name, sizeof(name), "/%06llu.sst",
                    static_cast<unsigned long long>(origin.target_number.value));
      CHECK(LinksOf(target.directory + name) >= 2);
    }
  }
}

TEST_CASE("run: the report maps every target file to its source file, once") {
  const Job job(FourTasks());
  const auto report = Run(job.To(3));
  REQUIRE(report.status().ToString() == "ok");
  for (const TargetReport& target : report->targets) {
    std::vector<uint64_t> numbers;
    for (const FileOrigin& origin : target.files) numbers.push_back(origin.target_number.value);
    CHECK(std::is_sorted(numbers.begin(), numbers.end()));
    CHECK(std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end());
    const auto names = NamesIn(target.directory);
    const auto ssts = std::count_if(names.begin(), names.end(),
                                    [](const std::string& name) { return name.ends_with(".sst"); });
    CHECK(numbers.size() == static_cast<size_t>(ssts));
  }
}

TEST_CASE(
    "run: too many L0 files are relieved, and RocksDB reads the same and opens without a stall") {
  flink_state::StateOptions state = FourTasks();
  state.lsm.auto_compactions = false;
  state.workload.rounds = 4;
  state.workload.flushes_per_round = 2;
  const Job job(state);
  PlanOptions plan_options;
  plan_options.sources = job.handles();
  plan_options.parallelism = 1;
  const auto plan = MakePlan(plan_options);
  REQUIRE(plan.status().ToString() == "ok");
  size_t moved = 0;
  plan->ForEachFile(0, [&](const PlannedSst& sst) {
    if (sst.source_level == 0 && sst.target_level > 0) ++moved;
  });
  CHECK(moved > 0);
  for (const std::string& warning : plan->warnings(0)) {
    CHECK_THAT(warning, !Catch::Contains("L0"));
  }
  REQUIRE(Run(job.To(1)).status().ToString() == "ok");
  CHECK(job.Judge(1, 0) == "");
}

TEST_CASE("run: a subtask that had no state leaves its key groups empty, where that is allowed") {
  const Job job(FourTasks());
  RunOptions options = job.To(3);
  options.sources.erase(options.sources.begin() + 1);
  CHECK(Run(options).status().code() == StatusCode::kInvalidArgument);
  options.allow_gaps = true;
  REQUIRE(Run(options).status().ToString() == "ok");
  for (uint32_t i = 0; i < 3; ++i) {
    const flink_state::Judgement judgement =
        flink_state::CheckRescaled(job.out() + "/" + std::to_string(i), options.sources,
                                   *job.max().RangeOfSubtask(3, i), job.max());
    CHECK(judgement.ToString() == "");
    CHECK(judgement.entries > 0);
  }
}

TEST_CASE("run: with an index only that subtask is written") {
  const Job job(SmallState());
  RunOptions options = job.To(3);
  options.index = 1;
  REQUIRE(Run(options).ok());
  CHECK(NamesIn(job.out()) == std::vector<std::string>{"1"});
  CHECK(job.Judge(3, 1) == "");
}

TEST_CASE("run: a copy shares no inode with its source") {
  const Job job(SmallState());
  RunOptions options = job.To(2);
  options.write.copy = true;
  const auto report = Run(options);
  REQUIRE(report.status().ToString() == "ok");
  for (const TargetReport& target : report->targets) {
    CHECK(target.files_linked == 0);
    CHECK(target.files_copied + target.files_reflinked > 0);
    for (const std::string& name : NamesIn(target.directory)) {
      CHECK(LinksOf(target.directory + "/" + name) == 1);
    }
  }
  CHECK(job.Judge(2, 0) == "");
}

TEST_CASE("run: where links fail files are copied, and the report says why") {
  const auto failure = GENERATE(LinkFailure::kCrossDevice, LinkFailure::kNotPermitted,
                                LinkFailure::kTooManyLinks, LinkFailure::kNotSupported);
  const Job job(SmallState());
  FaultyFileSystem fs(PosixFileSystem());
  fs.SetLinkRule({failure, 1, ""});
  fs.SetReflinkRule(ReflinkRule::kRefused);
  RunOptions options = job.To(1);
  options.write.file_system = &fs;
  const auto report = Run(options);
  REQUIRE(report.status().ToString() == "ok");
  const TargetReport& target = report->targets[0];
  CHECK(target.files_linked == 1);
  CHECK(target.files_copied > 0);
  const uint64_t counted = failure == LinkFailure::kCrossDevice    ? target.links_cross_device
                           : failure == LinkFailure::kNotPermitted ? target.links_not_permitted
                           : failure == LinkFailure::kTooManyLinks ? target.links_too_many
                                                                   : target.links_not_supported;
  CHECK(counted == target.files_copied);
  CHECK(job.Judge(1, 0) == "");
}

TEST_CASE("run: progress grows to its totals and names its phases") {
  const Job job(SmallState());
  std::vector<Progress> seen;
  RunOptions options = job.To(3);
  options.write.progress = [&](const Progress& progress) { seen.push_back(progress); };
  REQUIRE(Run(options).ok());
  REQUIRE_FALSE(seen.empty());
  const Progress& last = seen.back();
  CHECK(last.files_done == last.files_total);
  CHECK(last.files_total > 0);
  CHECK(last.bytes_linked + last.bytes_copied + last.bytes_rewritten == last.bytes_total);
  CHECK(last.phase == "publish");
  CHECK(seen.front().phase == "plan");
  std::vector<std::string> phases;
  for (const Progress& progress : seen) {
    if (phases.empty() || phases.back() != progress.phase) phases.push_back(progress.phase);
  }
  CHECK(phases == std::vector<std::string>{"plan", "write", "verify", "write", "verify", "write",
                                           "verify", "publish"});
  for (size_t i = 1; i < seen.size(); ++i) CHECK(seen[i].files_done >= seen[i - 1].files_done);
}

TEST_CASE("run: a chain of rescales keeps every entry and leaves no garbage") {
  const Job job(FourTasks());
  REQUIRE(Run(job.To(3)).ok());
  RunOptions second = job.To(5);
  second.sources.clear();
  for (uint32_t i = 0; i < 3; ++i) {
    second.sources.push_back(
        {job.out() + "/" + std::to_string(i), *job.max().RangeOfSubtask(3, i)});
  }
  second.out = job.out("second");
  REQUIRE(Run(second).status().ToString() == "ok");
  for (uint32_t i = 0; i < 5; ++i) {
    const auto faults =
        flink_state::CheckRescaled(second.out + "/" + std::to_string(i), job.handles(),
                                   *job.max().RangeOfSubtask(5, i), job.max());
    CHECK(faults.ToString() == "");
  }
}

TEST_CASE("run: results open together on one cache, halves of one SST included") {
  const Job job(FourTasks());
  REQUIRE(Run(job.To(6)).ok());
  std::vector<flink_state::Target> targets;
  for (uint32_t i = 0; i < 6; ++i) {
    targets.push_back({job.out() + "/" + std::to_string(i), *job.max().RangeOfSubtask(6, i)});
  }
  CHECK(flink_state::CheckTogether(targets, job.handles(), job.max()).ToString() == "");
}

}  // namespace rescale::test
