// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "plan/lsm_script.h"

// Runs the conversations in test/testdata/plan: every command is followed by "----", the answer,
// and an empty line. RESCALE_REWRITE=1 writes the answers anew; review them as a diff.
namespace rescale::plan {
namespace {

std::string ReadFile(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// The script with every answer as it is now.
std::string Replay(const std::string& text) {
  LsmScript script;
  std::istringstream in(text);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    out += line + "\n";
    const std::optional<std::string> answer = script.Run(line);
    if (!answer) continue;
    out += "----\n" + *answer + "\n";
    // Passes over the old answer, if there is one.
    const auto mark = in.tellg();
    if (!std::getline(in, line) || line != "----") {
      in.clear();
      in.seekg(mark);
      continue;
    }
    while (std::getline(in, line) && !line.empty()) {
    }
  }
  return out;
}

std::vector<std::filesystem::path> Scripts() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(RESCALE_TESTDATA "/plan")) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST_CASE("plan: every conversation goes as written") {
  const std::vector<std::filesystem::path> scripts = Scripts();
  REQUIRE(!scripts.empty());
  for (const auto& path : scripts) {
    INFO(path.filename().string());
    const std::string expected = ReadFile(path);
    const std::string actual = Replay(expected);
    if (std::getenv("RESCALE_REWRITE") != nullptr) {
      if (actual != expected) std::ofstream(path, std::ios::binary) << actual;
      continue;
    }
    CHECK(actual == expected);
  }
}

}  // namespace
}  // namespace rescale::plan
