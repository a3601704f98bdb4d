// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "cli/cli_fixture.h"
#include "cli/conversation.h"

namespace rescale::test {
namespace {

TEST_CASE("cli: golden conversations") {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(RESCALE_TESTDATA "/cli")) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  REQUIRE(files.size() >= 6);
  for (const std::string& file : files) {
    const CliFixture fixture;
    CheckConversation(file, fixture.path());
  }
}

TEST_CASE("conversation: what differs from run to run is taken out") {
  CHECK(Normalize("/tmp/x/old: 12.5 KiB in 3.4 s, 7 B", "/tmp/x") ==
        "$DIR/old: <size> in <time>, <size>");
  CHECK(Normalize("  \"linked_bytes\": 12,\n  \"total_ms\": 0.25", "/tmp/x") ==
        "  \"linked_bytes\": <n>,\n  \"total_ms\": <n>");
  CHECK(Normalize("L0       2 files", "/tmp/x") == "L0  2 files");
}

TEST_CASE("conversation: a wrong answer is noticed, and a rewrite keeps comments and commands") {
  const TempDir directory;
  const std::string golden = "# why\n$ echo a; echo >&2; exit 3\n> a\n!\n[3]\n\n$ true\n[0]\n";
  CHECK(Replay(golden, directory.path()) == golden);
  CHECK(Replay("# why\n$ echo a; echo >&2; exit 3\n> b\n[0]\n\n$ true\n[1]\n", directory.path()) ==
        golden);
}

}  // namespace
}  // namespace rescale::test
