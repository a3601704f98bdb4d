// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "cli/cli_fixture.h"
#include "cli/process.h"

namespace rescale::test {
namespace {

constexpr uint32_t kTargets = 64;

// A run that writes many targets, as a process that can be signalled.
class LongRun {
 public:
  explicit LongRun(const CliFixture& fixture) : fixture_(fixture) {
    child_ = fork();
    if (child_ == 0) {
      const std::string command =
          "exec " RESCALE_BINARY_DIRECTORY "/rescale run --max-parallelism 128 --to " +
          std::to_string(kTargets) + " --out new old/0 old/1 old/2 old/3 > out 2> err";
      if (chdir(fixture.path().c_str()) == 0) {
        execl("/bin/bash", "bash", "-c", command.c_str(), nullptr);
      }
      _exit(98);
    }
  }

  // Waits until some targets are written and none is published. False when the run ended before.
  bool WaitForMiddle() {
    for (;;) {
      if (Exists(fixture_ / ".rescale-staging-new/3")) return true;
      if (waitpid(child_, &status_, WNOHANG) != 0) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  void Signal(int signal) { kill(child_, signal); }
  int Wait() {
    waitpid(child_, &status_, 0);
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  }
  std::string err() const { return ReadFile(fixture_ / "err"); }

 private:
  const CliFixture& fixture_;
  pid_t child_ = -1;
  int status_ = 0;
};

ProcessResult RunAgain(const CliFixture& fixture) {
  return RunShell("rescale run --max-parallelism 128 --to 2 --out new old/0 old/1 old/2 old/3",
                  fixture.path());
}

TEST_CASE("cli: an interrupt ends a run with 130, leaves nothing, and says how to go on") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const CliFixture fixture;
    const std::string sources = RunShell("cat old/*/* | sha256sum", fixture.path()).out;
    LongRun run(fixture);
    REQUIRE(run.WaitForMiddle());
    run.Signal(signal);
    CHECK(run.Wait() == 130);
    INFO(run.err());
    CHECK(run.err().find("stopping") != std::string::npos);
    CHECK(run.err().find("give the same command again") != std::string::npos);
    CHECK(RunShell("ls -A", fixture.path()).out == "err\nold\nout\nreverse\nwal\n");
    CHECK(RunShell("cat old/*/* | sha256sum", fixture.path()).out == sources);
    CHECK(RunAgain(fixture).exit_code == 0);
  }
}

TEST_CASE("cli: a second signal ends the process at once, and a new run succeeds") {
  const CliFixture fixture;
  LongRun run(fixture);
  REQUIRE(run.WaitForMiddle());
  // Both are pending when it goes on: no time to end well in between.
  run.Signal(SIGSTOP);
  run.Signal(SIGINT);
  run.Signal(SIGTERM);
  run.Signal(SIGCONT);
  CHECK(run.Wait() == 130);
  CHECK(run.err().find("error:") == std::string::npos);
  CHECK(!Exists(fixture / "new"));
  const ProcessResult again = RunAgain(fixture);
  INFO(again.err);
  CHECK(again.exit_code == 0);
  CHECK(RunShell("ls -A | grep rescale", fixture.path()).out.empty());  // the staging directory
}

}  // namespace
}  // namespace rescale::test
