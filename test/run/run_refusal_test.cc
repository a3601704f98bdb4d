// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>

#include "run/fixture.h"
#include "support/faulty_fs.h"

namespace rescale::test {
namespace {

// A refused run: nothing is made, nothing is changed.
Status Refused(const Job& job, const RunOptions& options) {
  const auto report = Run(options);
  CHECK_FALSE(report.ok());
  CHECK(NamesIn(job.out()).empty());
  CHECK_FALSE(Exists(job.out()));
  CHECK(job.Untouched());
  return report.status();
}

}  // namespace

TEST_CASE("run: refuses questions that make no sense before anything is written") {
  const Job job(SmallState());
  RunOptions options = job.To(2);
  SECTION("no source") {
    options.sources.clear();
    CHECK(Refused(job, options).code() == StatusCode::kInvalidArgument);
  }
  SECTION("one directory twice, by another path") {
    options.sources[1].directory = job.handles()[0].directory + "/../0";
    const Status status = Refused(job, options);
    CHECK(status.code() == StatusCode::kInvalidArgument);
    CHECK_THAT(status.ToString(), Catch::Contains("is the same directory as"));
  }
  SECTION("ranges that overlap") {
    options.sources[1].owned.first = 10;
    CHECK(Refused(job, options).code() == StatusCode::kInvalidArgument);
  }
  SECTION("ranges with a gap") {
    options.sources[1].owned.first += 3;
    CHECK(Refused(job, options).code() == StatusCode::kInvalidArgument);
  }
  SECTION("a source that is missing") {
    options.sources.pop_back();
    CHECK(Refused(job, options).code() == StatusCode::kInvalidArgument);
  }
  SECTION("more subtasks than key groups") {
    options.parallelism = 129;
    CHECK(Refused(job, options).code() == StatusCode::kInvalidArgument);
  }
  SECTION("another max parallelism than the job's") {
    options.max_parallelism = *MaxParallelism::Create(100);
    options.sources[0].owned = {0, 49};
    options.sources[1].owned = {50, 99};
    const Status status = Refused(job, options);
    CHECK(status.code() == StatusCode::kInvalidArgument);
    CHECK_THAT(status.ToString(), Catch::Contains("max parallelism was given as 100"));
  }
  SECTION("no subtask") {
    options.parallelism = 0;
    CHECK(Refused(job, options).code() == StatusCode::kInvalidArgument);
  }
  SECTION("an output inside a source") {
    options.out = job.handles()[0].directory + "/deep/out";
    const Status status = Refused(job, options);
    CHECK(status.code() == StatusCode::kInvalidArgument);
    CHECK_THAT(status.ToString(), Catch::Contains("lies in the source"));
  }
  SECTION("a source that is not there") {
    options.sources[0].directory += "-gone";
    CHECK(Refused(job, options).code() == StatusCode::kNotFound);
  }
}

TEST_CASE("run: an existing target is refused and left alone") {
  const Job job(SmallState());
  REQUIRE(Run(job.To(2)).ok());
  const uint64_t before = *flink_state::HashTree(job.out());
  const auto again = Run(job.To(2));
  CHECK(again.status().code() == StatusCode::kAlreadyExists);
  CHECK(*flink_state::HashTree(job.out()) == before);
  CHECK(CheckOutput(job.To(2)).code() == StatusCode::kAlreadyExists);
  RunOptions other = job.To(2);
  other.out = job.out("other");
  CHECK(CheckOutput(other).ok());
  WriteFile(other.out, "a file");
  CHECK(CheckOutput(other).code() == StatusCode::kInvalidArgument);
  CHECK(Run(other).status().code() == StatusCode::kInvalidArgument);
}

TEST_CASE("run: a write-ahead log that is no file is refused everywhere") {
  const Job job(SmallState());
  const std::string copy = job.dir() / "copy";
  REQUIRE(flink_state::CopyDatabase(job.handles()[0].directory, copy).ok());
  REQUIRE(PosixFileSystem().CreateDirectory(copy + "/999999.log").ok());
  RunOptions options = job.To(1);
  options.sources[0].directory = copy;
  CHECK(Refused(job, options).code() == StatusCode::kCorruption);
  PlanOptions plan;
  plan.sources = options.sources;
  plan.max_parallelism = job.max();
  CHECK(MakePlan(plan).status().code() == StatusCode::kCorruption);
  InspectOptions inspect;
  inspect.directory = copy;
  CHECK(Inspect(inspect).status().code() == StatusCode::kCorruption);
  VerifyOptions verify;
  verify.directory = copy;
  CHECK(Verify(verify).status().code() == StatusCode::kCorruption);
}

TEST_CASE("run: a live write-ahead log without an engine is refused by name") {
  flink_state::StateOptions state = SmallState();
  state.workload.live_wal = true;
  const Job job(state);
  const Status status = Refused(job, job.To(2));
  CHECK(status.code() == StatusCode::kNotSupported);
  CHECK_THAT(status.ToString(), Catch::Contains("write-ahead log"));
}

TEST_CASE("run: a missing or short SST is named, and nothing is published") {
  const Job job(SmallState());
  // A copy of the job that may be damaged.
  RunOptions options = job.To(2);
  for (size_t i = 0; i < options.sources.size(); ++i) {
    const std::string copy = job.dir() / ("copy-" + std::to_string(i));
    REQUIRE(flink_state::CopyDatabase(job.handles()[i].directory, copy).ok());
    options.sources[i].directory = copy;
  }
  std::string sst;
  for (const std::string& name : NamesIn(options.sources[0].directory)) {
    if (name.ends_with(".sst")) sst = options.sources[0].directory + "/" + name;
  }
  REQUIRE_FALSE(sst.empty());
  const std::string content = ReadFile(sst);
  REQUIRE(PosixFileSystem().RemoveFile(sst).ok());
  SECTION("missing") {
    const Status status = Refused(job, options);
    CHECK(status.code() == StatusCode::kCorruption);
    CHECK(status.path() == sst);
    // One rule for every operation.
    VerifyOptions verify;
    verify.directory = options.sources[0].directory;
    CHECK(Verify(verify).status().code() == StatusCode::kCorruption);
    ClipOptions clip{
        .source = options.sources[0], .range = options.sources[0].owned, .out = job.out("clipped")};
    CHECK(Clip(clip).status().code() == StatusCode::kCorruption);
    IngestOptions ingest{.directories = {options.sources[0].directory}, .out = job.out("ingested")};
    CHECK(Ingest(ingest).status().code() == StatusCode::kCorruption);
    verify.directory = job.handles()[1].directory;
    verify.against = {options.sources[0]};
    CHECK(Verify(verify).status().code() == StatusCode::kCorruption);
  }
  SECTION("short") {
    WriteFile(sst, content.substr(0, content.size() - 1));
    const Status status = Refused(job, options);
    CHECK(status.code() == StatusCode::kCorruption);
    CHECK(status.path() == sst);
    CHECK_THAT(status.ToString(), Catch::Contains(std::to_string(content.size())));
  }
  SECTION("damaged inside, which only a deep check sees") {
    std::string damaged = content;
    damaged[10] = static_cast<char>(damaged[10] ^ 1);
    WriteFile(sst, damaged);
    options.parallelism = 1;
    options.write.deep_verify = true;
    const Status status = Refused(job, options);
    CHECK(status.code() == StatusCode::kCorruption);
    CHECK_THAT(status.ToString(), Catch::Contains("what was taken from " + sst));
  }
}

TEST_CASE("run: cancelled at any moment it leaves nothing") {
  const Job job(SmallState());
  FaultyFileSystem fs(PosixFileSystem());
  uint64_t operations = 0;
  {
    RunOptions options = job.To(3);
    options.write.file_system = &fs;
    REQUIRE(Run(options).ok());
    operations = fs.count();
    for (uint32_t i = 0; i < 3; ++i) {
      REQUIRE(flink_state::CountFiles(job.out() + "/" + std::to_string(i), ".sst") > 0);
    }
  }
  for (uint64_t at = 1; at < operations; at += operations / 15 + 1) {
    CancelToken cancel;
    std::atomic<uint64_t> seen{0};
    FaultyFileSystem observed(PosixFileSystem());
    observed.SetObserver([&](Op, const std::string&) {
      if (++seen == at) cancel.Cancel();
    });
    RunOptions options = job.To(3);
    options.out = job.out("cancelled");
    options.write.file_system = &observed;
    options.write.cancel = &cancel;
    const auto report = Run(options);
    INFO("cancelled at operation " << at);
    for (const std::string& name : NamesIn(options.out))
      CHECK(name.find("staging") == std::string::npos);
    if (!report.ok()) CHECK(report.status().code() == StatusCode::kCancelled);
    REQUIRE(flink_state::CountFiles(job.out(), "x") == 0);
    for (uint32_t i = 0; i < 3; ++i) {
      // What was published before the request stays, whole.
      const std::string target = options.out + "/" + std::to_string(i);
      if (!Exists(target)) continue;
      VerifyOptions verify;
      verify.directory = target;
      verify.deep = true;
      CHECK(Verify(verify).status().ToString() == "ok");
    }
    std::filesystem::remove_all(options.out);
  }
  CHECK(job.Untouched());
}

}  // namespace rescale::test
