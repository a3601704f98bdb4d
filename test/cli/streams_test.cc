// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "cli/cli_fixture.h"
#include "cli/process.h"
#include "cli/terminal_session.h"
#include "support/manifest_record.h"
#include "support/temp_dir.h"

namespace rescale::test {
namespace {

using Catch::Matchers::Contains;

constexpr const char* kRun =
    "rescale run --max-parallelism 128 --to 2 --out new old/0 old/1 old/2 old/3";

TEST_CASE("cli: a stdout that takes nothing is a failure, however it is broken") {
  const CliFixture fixture;
  for (const char* command : {"rescale inspect old/0 >&-", "rescale inspect old/0 > /dev/full",
                              "rescale --version > /dev/full", "rescale inspect old/0 --json >&-",
                              "rescale generate man > /dev/full"}) {
    const ProcessResult result = RunShell(command, fixture.path());
    INFO(command << "\n" << result.err);
    CHECK(result.exit_code == 1);
  }
  CHECK_THAT(RunShell("rescale inspect old/0 >&-", fixture.path()).err, Contains("stdout"));
}

// What a command says and returns when the reader of its stdout has gone before it writes.
ProcessResult WithoutReader(const CliFixture& fixture, const std::string& command) {
  return RunShell("mkfifo gate; { read line < gate; " + command +
                      "; echo $? > code; } | { exec <&-; echo go > gate; }; rm gate; "
                      "exit $(cat code)",
                  fixture.path());
}

TEST_CASE("cli: a reader that has gone ends a command quietly, and leaves no picture") {
  const CliFixture fixture;
  const std::string plan = "rescale plan --max-parallelism 128 --to 2 old/0 old/1 old/2 old/3";
  for (const std::string& command :
       {std::string("rescale inspect old/0"), std::string("rescale help"), plan, plan + " --json",
        plan + " --svg plan.svg", std::string(kRun) + " --dry-run"}) {
    const ProcessResult result = WithoutReader(fixture, command);
    INFO(command << "\n" << result.err);
    CHECK(result.exit_code == 141);
    CHECK(result.err.empty());
  }
  CHECK(!Exists(fixture / "plan.svg"));
  CHECK(RunShell(plan + " --svg plan.svg", fixture.path()).exit_code == 0);
  CHECK(Exists(fixture / "plan.svg"));
}

TEST_CASE("cli: a run whose reader has gone says so") {
  const CliFixture fixture;
  const ProcessResult result = WithoutReader(fixture, kRun);
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Contains("stdout: Broken pipe"));
}

TEST_CASE("cli: what writes and has a closed stdout stops before it writes anything") {
  const CliFixture fixture;
  for (const std::string& command :
       {std::string(kRun),
        std::string("rescale clip --max-parallelism 128 --range 0-20 --out new old/0@0-31"),
        std::string("rescale ingest --out new old/0 old/1")}) {
    for (const char* flags : {"", " --json", " --quiet"}) {
      const ProcessResult result = RunShell(command + flags + " >&-", fixture.path());
      INFO(command << flags << "\n" << result.err);
      CHECK(result.exit_code == 1);
      CHECK_THAT(result.err, Contains("stdout: Bad file descriptor; nothing was written"));
      CHECK(!Exists(fixture / "new"));
    }
  }
}

TEST_CASE("cli: a result that cannot be told is there, which the error says") {
  const CliFixture fixture;
  for (const std::string& command :
       {std::string(kRun) + " --quiet", std::string(kRun) + " --json",
        std::string("rescale clip --max-parallelism 128 --range 0-20 --out new/0 old/0@0-31"),
        std::string("rescale ingest --json --out new/0 old/0 old/1")}) {
    const ProcessResult result = RunShell(command + " > /dev/full", fixture.path());
    INFO(command << "\n" << result.err);
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, Contains("the result is complete in new"));
    CHECK_THAT(result.err, Contains("stdout: No space left on device"));
    CHECK(RunShell("rescale verify new/0 --deep && rm -r new", fixture.path()).exit_code == 0);
  }
}

TEST_CASE("cli: with stdin and stderr closed no database gets the text") {
  const CliFixture fixture;
  const std::string quiet = std::string(kRun) + " --quiet --json";
  CHECK(RunShell(quiet + " <&- >&- 2>&-", fixture.path()).exit_code == 1);
  CHECK(!Exists(fixture / "new"));
  CHECK(RunShell(quiet + " <&- > /dev/full 2>&-", fixture.path()).exit_code == 1);
  // The result could not be told, but what was written is sound.
  CHECK(RunShell("rescale verify new/0 --deep && rescale verify new/1 --deep", fixture.path())
            .exit_code == 0);
}

TEST_CASE("cli: a warning that several targets share is told once, and each time in JSON") {
  const CliFixture fixture;
  // old/0 has SSTs with keys up to 31, and is in two targets.
  const std::string command =
      "rescale run --max-parallelism 128 --to 8 --out new old/0@0-25 old/1@26-63 old/2 old/3";
  const ProcessResult plain = RunShell(command, fixture.path());
  INFO(plain.err);
  CHECK(plain.exit_code == 0);
  CHECK_THAT(plain.err, Contains("warning: new/0: old/0: owns"));
  CHECK_THAT(plain.err, !Contains("new/1"));
  RunShell("rm -r new", fixture.path());
  const ProcessResult json = RunShell(command + " --json | grep -c 'old/0: owns'", fixture.path());
  CHECK(json.out == "2\n");
}

// A RocksDB with assertions, as Debian's, aborts when it opens this source; others refuse it.
TEST_CASE("cli: a RocksDB that crashes over a live WAL is an error, and nothing is left") {
  const CliFixture fixture;
  const std::string manifest = fixture / "wal/0/MANIFEST-000005";
  WriteFile(manifest, ReadFile(manifest) + LastSequenceRecord(1));
  const std::string names = RunShell("ls -A", fixture.path()).out;
  for (const std::string& command :
       {std::string("rescale run --max-parallelism 128 --to 2 --out new wal/0"),
        std::string("rescale clip --max-parallelism 128 --range 0-20 --out new wal/0")}) {
    const ProcessResult result = RunShell(command + " --json", fixture.path());
    INFO(command << "\n" << result.out << result.err);
    CHECK_THAT(result.out, Contains("\"message_type\":\"error\"") && Contains("wal/0"));
    CHECK((result.exit_code == 1 || result.exit_code == 3));
    CHECK(RunShell("ls -A", fixture.path()).out == names);
  }
}

TEST_CASE("cli: an output of the longest name is written, with a live WAL too") {
  const CliFixture fixture;
  const std::string name(255, 'n');
  const std::string names = RunShell("ls -A", fixture.path()).out;
  const ProcessResult result =
      RunShell("rescale run --max-parallelism 128 --to 2 --out " + name + " wal/0", fixture.path());
  INFO(result.err);
  CHECK(result.exit_code == 0);
  CHECK(RunShell("rm -r " + name + "; ls -A", fixture.path()).out == names);
}

TEST_CASE("cli: progress is drawn on a terminal only, and not when it is not wanted") {
  const CliFixture fixture;
  const std::string bar = "linked ";
  const auto screen = [&](const std::string& flags, const std::vector<std::string>& environment) {
    RunShell("rm -rf new", fixture.path());
    const TerminalResult result =
        RunOnTerminal(kRun + (" " + flags) + " > /dev/null", fixture.path(), environment);
    INFO(result.screen);
    CHECK(result.exit_code == 0);
    return result.screen;
  };
  const std::string shown = screen("", {});
  CHECK_THAT(shown, Contains("rewritten") && Contains("files") && Contains("\x1b[36m"));
  CHECK(shown.ends_with("\r\x1b[K"));  // and taken away
  const std::string plain = screen("", {"NO_COLOR=1"});
  CHECK_THAT(plain, Contains("rewritten") && !Contains("\x1b[36m"));
  CHECK_THAT(screen("", {"NO_COLOR="}), Contains("\x1b[36m"));
  CHECK(screen("", {"TERM=dumb"}).empty());
  CHECK(screen("--quiet", {}).empty());
  CHECK(screen("--no-progress", {}).empty());
  RunShell("rm -rf new", fixture.path());
  CHECK(RunShell(kRun, fixture.path()).err.empty());
}

TEST_CASE("cli: an error is coloured on a terminal only, and not with NO_COLOR") {
  const CliFixture fixture;
  const std::string command = "rescale inspect missing";
  CHECK_THAT(RunOnTerminal(command, fixture.path()).screen, Contains("\x1b[1;31merror:"));
  CHECK_THAT(RunOnTerminal(command, fixture.path(), {"NO_COLOR=1"}).screen,
             Contains(": error:") && !Contains("\x1b"));
  CHECK_THAT(RunOnTerminal(command, fixture.path(), {"TERM=dumb"}).screen, !Contains("\x1b"));
  CHECK_THAT(RunShell(command, fixture.path()).err, !Contains("\x1b"));
}

TEST_CASE("cli: the histogram is no taller than the terminal") {
  const CliFixture fixture;
  const TerminalResult result = RunOnTerminal(
      "rescale inspect wal/0 --max-parallelism 128 | cat > all; "
      "rescale inspect wal/0 --max-parallelism 128",
      fixture.path());
  CHECK(result.exit_code == 0);
  const std::string& screen = result.screen;
  const size_t begin = screen.find("key groups of 128");
  const size_t end = screen.find("SSTs per key group");
  REQUIRE(begin != std::string::npos);
  REQUIRE(end != std::string::npos);
  const auto lines = std::count(screen.begin() + static_cast<ptrdiff_t>(begin),
                                screen.begin() + static_cast<ptrdiff_t>(end), '\n');
  CHECK(lines > 20);
  CHECK(lines <= 28);  // of 30
}

}  // namespace
}  // namespace rescale::test
