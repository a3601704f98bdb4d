// SPDX-License-Identifier: Apache-2.0
// Every strategy gives the right state, and one that does not ends the run.
#include <catch2/catch.hpp>
#include <filesystem>
#include <stdexcept>

#include "questions/restore.h"
#include "questions/restore_measure.h"
#include "state/bulk_state.h"
#include "state/job_state.h"
#include "strategies/main_database.h"
#include "support/temp_dir.h"

namespace rescale::bench {
namespace {

std::vector<std::string> AllStrategies() {
  std::vector<std::string> names;
  for (const Strategy& strategy : Strategies()) names.emplace_back(strategy.name);
  return names;
}

Restored ForgetASource(const RestoreTask& task, const std::string& out) {
  RestoreTask less = task;
  less.sources.pop_back();
  return RestoreByWriteBatch(less, out);
}

Restored LeaveOthersKeys(const RestoreTask& task, const std::string& out) {
  LinkDatabase(task.sources.front().directory, out);
  return {OpenDatabase(*task.state, out, flink_state::Database::Mode::kReadWrite), 0};
}

std::string Check(const RestoreTask& task,
                  Restored (*restore)(const RestoreTask&, const std::string&),
                  const std::string& out) {
  const Expected expected = ExpectedOf(task, 10);
  const Strategy strategy{"wrong", "", restore, nullptr};
  return InChild("check", [&]() -> std::string {
    try {
      CheckRestore({task, &strategy, out, &expected, 0});
    } catch (const std::exception& e) {
      return e.what();
    }
    return "right";
  });
}

TEST_CASE("The measured task is the first with most sources") {
  const auto max = *MaxParallelism::Create(128);
  CHECK(BusiestSubtask(max, 4, 2) == 0);
  CHECK(BusiestSubtask(max, 4, 8) == 0);
  CHECK(BusiestSubtask(max, 4, 6) == 1);
  CHECK(BusiestSubtask(max, 4, 3) == 0);
  CHECK(SourcesOf(max, 4, 6, 1) == std::vector<uint32_t>{0, 1});
  CHECK(SourcesOf(max, 4, 8, 0) == std::vector<uint32_t>{0});
}

TEST_CASE("Every strategy is right for both states and every case, and is measured") {
  const test::TempDir directory;
  RestoreQuestion question;
  question.work = directory.path();
  question.states = {"bulk", "flink"};
  question.mib = {4};
  question.to = {2, 8, 6, 3};
  question.strategies = AllStrategies();
  question.gets_seconds = 0.01;
  question.rounds = {1, 0, 1};
  const auto results = AskRestore(question);
  // Where no source is cut by a range tombstone, two strategies are left out: 4->2 and 4->3.
  CHECK(results.size() == 2 * (5 + 7 + 7 + 5));
  for (const BenchmarkResult& result : results) {
    INFO(result.benchmark << " " << result.params.at("case") << " " << result.params.at("state"));
    CHECK(result.primary.samples().front() > 0);
    if (result.benchmark == "rescale.Rescale.floor") continue;
    const auto first = [&](const char* name) {
      return result.secondary.at(name).samples().front();
    };
    CHECK(first("getP99") >= first("getP50"));
    CHECK(first("files") > 0);
    if (result.benchmark == "rescale.Rescale.rescale") {
      CHECK(first("deadBytes") == 0);
      CHECK(first("rangeTombstones") == 0);
      CHECK(first("clean") == 0);
    }
    if (result.benchmark == "rescale.Rescale.delete_range") {
      CHECK(first("deadBytes") > 0);
      CHECK(first("rangeTombstones") > 0);
      CHECK(first("cleanBytes") > 0);
    }
  }
  CHECK_FALSE(std::filesystem::exists(question.work + "/out"));
  CHECK_FALSE(std::filesystem::exists(question.work + "/bulk-4"));
}

TEST_CASE("A strategy with a wrong result is refused") {
  const test::TempDir directory;
  BulkStateOptions options;
  options.directory = directory.path() + "/state";
  options.mib_per_task = 1;
  options.tasks = {0, 1};
  const State state = MakeBulkState(options);
  const std::string out = directory.path() + "/out";
  CHECK(Check(MakeRestoreTask(state, 2), RestoreByWriteBatch, out) == "right");
  CHECK_THAT(Check(MakeRestoreTask(state, 2), ForgetASource, out),
             Catch::Contains("wrong 4->2: wrong result right after the restore"));
  CHECK_THAT(Check(MakeRestoreTask(state, 8), LeaveOthersKeys, out),
             Catch::Contains("wrong 4->8: wrong result right after the restore"));
}

TEST_CASE("Made state is used again, unless it is another one") {
  const test::TempDir directory;
  BulkStateOptions options;
  options.directory = directory.path() + "/state";
  options.mib_per_task = 1;
  options.tasks = {0};
  MakeBulkState(options);
  const auto written = [&] {
    return std::filesystem::last_write_time(options.directory + "/0/CURRENT");
  };
  const auto first = written();
  MakeBulkState(options);
  CHECK(written() == first);
  options.column_families = 3;
  const State other = MakeBulkState(options);
  CHECK(written() != first);
  CHECK(other.families == std::vector<std::string>{"default", "state", "state-1", "state-2"});
}

TEST_CASE("What is no strategy or state, and a source that is missing, are named") {
  CHECK_THROWS_WITH(StrategyOf("faster"), Catch::StartsWith("faster is no strategy; there are "));
  const test::TempDir directory;
  RestoreQuestion question;
  question.work = directory.path();
  question.states = {"other"};
  question.mib = {1};
  CHECK_THROWS_WITH(AskRestore(question), "other is no state; there are bulk, flink");
  BulkStateOptions options;
  options.directory = directory.path() + "/state";
  options.mib_per_task = 1;
  options.tasks = {0};
  const State state = MakeBulkState(options);
  CHECK_THROWS_WITH(MakeRestoreTask(state, 2), "4->2: a source of subtask 0 was not made");
}

}  // namespace
}  // namespace rescale::bench
