// SPDX-License-Identifier: Apache-2.0
// Every operation of a run fails once; every operation is the last one before a kill; the power
// goes after each.
#include <catch2/catch.hpp>
#include <filesystem>

#include "run/fixture.h"
#include "support/faulty_fs.h"

namespace rescale::test {
namespace {

// One key group to cut and several files to link, in one thread, so that "the nth operation" is
// always the same one.
RunOptions Options(const Job& job, FaultyFileSystem& fs) {
  RunOptions options = job.To(3);
  options.index = 1;
  options.write.threads = 1;
  options.write.file_system = &fs;
  return options;
}

bool VerifiesWhole(const Job& job, const std::string& target) {
  VerifyOptions verify;
  verify.directory = target;
  verify.max_parallelism = job.max();
  verify.range = *job.max().RangeOfSubtask(3, 1);
  verify.deep = true;
  verify.against = job.handles();
  const auto report = Verify(verify);
  UNSCOPED_INFO(report.status().ToString());
  return report.ok();
}

// After a run that was disturbed: sources as they were, the target absent or whole, and a new run
// ends right and leaves nothing beside it.
void CheckAftermath(const Job& job, const Status& status, FaultyFileSystem& fs) {
  REQUIRE(job.Untouched());
  const std::string target = job.out() + "/1";
  if (Exists(target)) {
    CHECK(VerifiesWhole(job, target));
  } else {
    CHECK_FALSE(status.ok());
    const auto again = Run(Options(job, fs));
    REQUIRE(again.status().ToString() == "ok");
    CHECK(VerifiesWhole(job, target));
  }
  CHECK(NamesIn(job.out()) == std::vector<std::string>{"1"});
  std::filesystem::remove_all(job.out());
  fs.ForgetUnsynced();
}

}  // namespace

TEST_CASE("run: any operation may fail once") {
  const Job job(SmallState());
  FaultyFileSystem fs(PosixFileSystem());
  const uint64_t faults = FailEach(fs, Fault{}, [&](const std::string& which) {
    const Status status = Run(Options(job, fs)).status();
    INFO(which << ": " << fs.fired().value_or("nothing") << ": " << status.ToString());
    fs.ClearFaults();
    CheckAftermath(job, status, fs);
  });
  CHECK(faults > 100);
}

TEST_CASE("run: any operation may be the last one, and then the power goes") {
  const PowerLoss loss = GENERATE(PowerLoss{true, true}, PowerLoss{false, true});
  const Job job(SmallState());
  FaultyFileSystem fs(PosixFileSystem());
  Fault killed;
  killed.ops = kChangingOps;
  killed.forever = true;
  killed.half_written = true;
  const uint64_t faults = FailEach(fs, killed, [&](const std::string& which) {
    const Status status = Run(Options(job, fs)).status();
    INFO(which << ": " << fs.fired().value_or("nothing") << ": " << status.ToString());
    fs.ClearFaults();
    REQUIRE(fs.LoseUnsynced(loss).ok());
    CheckAftermath(job, status, fs);
  });
  CHECK(faults > 20);
}

TEST_CASE("run: of several targets none is there before all are, whatever happens") {
  const PowerLoss loss = GENERATE(PowerLoss{true, true}, PowerLoss{false, false});
  const Job job(SmallState());
  FaultyFileSystem fs(PosixFileSystem());
  RunOptions options = Options(job, fs);
  options.index.reset();
  Fault killed;
  killed.ops = kChangingOps;
  killed.forever = true;
  const uint64_t faults = FailEach(
      fs, killed,
      [&](const std::string& which) {
        const Status status = Run(options).status();
        INFO(which << ": " << fs.fired().value_or("nothing") << ": " << status.ToString());
        fs.ClearFaults();
        REQUIRE(fs.LoseUnsynced(loss).ok());
        REQUIRE(job.Untouched());
        if (!Exists(job.out())) {
          CHECK_FALSE(status.ok());
          REQUIRE(Run(options).status().ToString() == "ok");
        }
        CHECK(NamesIn(job.out()) == std::vector<std::string>{"0", "1", "2"});
        CHECK(VerifiesWhole(job, job.out() + "/1"));
        CHECK(NamesIn(job.dir().path()) == std::vector<std::string>{"job", "out"});
        std::filesystem::remove_all(job.out());
        fs.ForgetUnsynced();
      },
      3);
  CHECK(faults > 10);
}

TEST_CASE(
    "run: a symbolic link in the place of the staging directory is refused and not followed") {
  const Job job(SmallState());
  RunOptions options = job.To(2);
  std::filesystem::create_directory_symlink(job.handles()[0].directory,
                                            job.dir() / ".rescale-staging-out");
  const Status status = Run(options).status();
  CHECK(status.code() == StatusCode::kInvalidArgument);
  CHECK_THAT(status.ToString(), Catch::Contains("symbolic link"));
  CHECK(job.Untouched());
}

TEST_CASE("run: a disk that fills up at any point is an error that loses nothing") {
  const Job job(SmallState());
  FaultyFileSystem fs(PosixFileSystem());
  Status status;
  for (uint64_t bytes = 0; bytes < 1 << 20; bytes += 4099) {
    fs.SetFreeBytes(bytes);
    status = Run(Options(job, fs)).status();
    fs.SetFreeBytes(std::nullopt);
    if (status.ok()) break;
    INFO(bytes << " bytes free: " << status.ToString());
    CHECK(status.code() == StatusCode::kIoError);
    CHECK_FALSE(Exists(job.out()));
    REQUIRE(job.Untouched());
  }
  CHECK(status.ok());
}

TEST_CASE("run: a source that changes size between plan and link is found") {
  const Job job(SmallState());
  FaultyFileSystem fs(PosixFileSystem());
  RunOptions options = Options(job, fs);
  for (StateHandle& source : options.sources) {
    const std::string copy = job.dir() / ("copy" + std::to_string(source.owned.first));
    REQUIRE(flink_state::CopyDatabase(source.directory, copy).ok());
    source.directory = copy;
  }
  std::string victim;
  fs.SetObserver([&](Op op, const std::string& path) {
    if (op != Op::kStat || !victim.empty() || !path.ends_with(".sst")) return;
    victim = path;
    const std::string content = ReadFile(path);
    std::filesystem::remove(path);
    WriteFile(path, content + "x");
  });
  const Status status = Run(options).status();
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK(status.path() == victim);
  CHECK_FALSE(Exists(job.out()));
}

TEST_CASE("run: two runs to one target: one wins, the other is refused") {
  const Job job(SmallState());
  FaultyFileSystem fs(PosixFileSystem());
  Status inner;
  bool entered = false;
  fs.SetObserver([&](Op op, const std::string& path) {
    // In the middle of the first run, when its staging directory is filled.
    if (op != Op::kCreate || entered || path.find("staging") == std::string::npos) return;
    entered = true;
    RunOptions second = job.To(3);
    second.index = 1;
    inner = Run(second).status();
  });
  const auto outer = Run(Options(job, fs));
  CHECK(entered);
  CHECK(outer.status().ToString() == "ok");
  CHECK(inner.code() == StatusCode::kBusy);
  CHECK(VerifiesWhole(job, job.out() + "/1"));
}

}  // namespace rescale::test
