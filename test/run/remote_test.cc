// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "run/fixture.h"
#include "support/far_files.h"
#include "support/faulty_fs.h"

// Runs over sources whose SSTs are stored elsewhere, but for those that are taken over whole.
namespace rescale::test {
namespace {

std::string TableName(FileNumber number) {
  char name[32];
  std::snprintf(name, sizeof(name), "%06llu.sst", static_cast<unsigned long long>(number.value));
  return name;
}

// While it lives, the SSTs that are cut for `parallelism` are far away, and not in their sources.
class Away {
 public:
  Away(const Job& job, uint32_t parallelism) {
    PlanOptions options;
    options.sources = job.handles();
    options.max_parallelism = job.max();
    options.parallelism = parallelism;
    const auto plan = MakePlan(options);
    REQUIRE(plan.ok());
    for (size_t target = 0; target < plan->target_count(); ++target) {
      plan->ForEachFile(target, [&](const PlannedSst& sst) {
        if (sst.action != PlanAction::kTrim) return;
        const std::string path =
            job.handles()[sst.source].directory + "/" + TableName(sst.source_number);
        if (!Exists(path)) return;  // cut for the target before, too
        const std::string stored = job.dir() / ("stored-" + std::to_string(moved_.size()));
        REQUIRE(PosixFileSystem().RenameNoReplace(path, stored).ok());
        far_.Add(path, stored);
        moved_.emplace_back(path, stored);
      });
    }
    REQUIRE(moved_.size() > 2);
  }
  ~Away() {
    for (const auto& [path, stored] : moved_) {
      CHECK(PosixFileSystem().RenameNoReplace(stored, path).ok());
    }
  }
  Away(const Away&) = delete;
  Away& operator=(const Away&) = delete;

  FarFiles& far() { return far_; }

 private:
  FarFiles far_;
  std::vector<std::pair<std::string, std::string>> moved_;  // where it was, where it is
};

flink_state::StateOptions TwoTasks() {
  flink_state::StateOptions options = SmallState();
  options.keys = 3000;
  return options;
}

}  // namespace

TEST_CASE("run: SSTs that are cut need not be here") {
  const Job job(TwoTasks());
  {
    Away away(job, 3);
    RunOptions options = job.To(3);
    CHECK(Run(options).status().code() == StatusCode::kCorruption);  // they are missing
    options.write.remote = &away.far();
    options.write.threads = GENERATE(1u, 4u);
    REQUIRE(Run(options).status().ToString() == "ok");
    CHECK(!away.far().reads().empty());
  }
  for (uint32_t i = 0; i < 3; ++i) CHECK(job.Judge(3, i) == "");
  CHECK(job.Untouched());
}

TEST_CASE("run: a store that does not answer is an error that names the file, and leaves nothing") {
  const Job job(TwoTasks());
  Away away(job, 3);
  away.far().FailOn(".sst");
  RunOptions options = job.To(3);
  options.write.remote = &away.far();
  const Status status = Run(options).status();
  INFO(status.ToString());
  CHECK(status.code() == StatusCode::kIoError);
  CHECK(status.path().ends_with(".sst"));
  CHECK(!Exists(job.out()));
  away.far().FailOn("");
  CHECK(Run(options).ok());
}

TEST_CASE("run: without syncs nothing is synced, and the result is the same") {
  const Job job(TwoTasks());
  FaultyFileSystem fs(PosixFileSystem());
  RunOptions options = job.To(3);
  options.write.file_system = &fs;
  options.write.sync = false;
  REQUIRE(Run(options).ok());
  CHECK(fs.count(Op::kSync | Op::kSyncDirectory) == 0);
  for (uint32_t i = 0; i < 3; ++i) CHECK(job.Judge(3, i) == "");
  CHECK(job.Untouched());
}

}  // namespace rescale::test
