// SPDX-License-Identifier: Apache-2.0
// The rules of ARCHITECTURE.md that a machine can hold: who may include whom.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace stdfs = std::filesystem;

const stdfs::path kNative = stdfs::path(RESCALE_SOURCE_DIR) / "native";

std::vector<std::string> Lines(const stdfs::path& path) {
  std::ifstream in(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  REQUIRE_FALSE(lines.empty());
  return lines;
}

// First capture of every line that matches.
std::vector<std::string> Captures(const stdfs::path& path, const char* pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (const std::string& line : Lines(path)) {
    if (std::smatch match; std::regex_search(line, match, regex)) found.push_back(match[1]);
  }
  return found;
}

std::vector<std::string> Folders() {
  return Captures(kNative / "CMakeLists.txt", R"(add_subdirectory\((\w+)\))");
}

std::vector<stdfs::path> Sources(const stdfs::path& folder) {
  std::vector<stdfs::path> files;
  for (const auto& entry : stdfs::recursive_directory_iterator(folder)) {
    const auto extension = entry.path().extension();
    if (extension == ".h" || extension == ".cc") files.push_back(entry.path());
  }
  return files;
}

bool Includes(const stdfs::path& file, const char* pattern) {
  return !Captures(file, pattern).empty();
}

}  // namespace

TEST_CASE("layers: the README of native/ tells the folders in the order of the build") {
  auto told = Captures(kNative / "README.md", R"(^    (\w+)/  )");
  CHECK(told.size() > 5);
  told.erase(std::remove(told.begin(), told.end(), "include"), told.end());
  CHECK(told == Folders());
}

TEST_CASE("layers: a folder includes only itself and folders above it") {
  std::set<std::string> above{"rescale"};
  size_t files = 0;
  for (const std::string& folder : Folders()) {
    above.insert(folder);
    for (const stdfs::path& file : Sources(kNative / folder)) {
      ++files;
      for (const std::string& included : Captures(file, R"re(^#include "([^/"]+)/)re")) {
        INFO(file << " includes " << included);
        CHECK(above.count(included) == 1);
      }
    }
  }
  CHECK(files > 50);
}

TEST_CASE("layers: public headers include only the standard library and each other") {
  for (const stdfs::path& file : Sources(kNative / "include")) {
    for (const std::string& included : Captures(file, R"re(^#include ["]([^"]+)["])re")) {
      INFO(file << " includes " << included);
      CHECK(included.rfind("rescale/", 0) == 0);
    }
    INFO(file);
    CHECK_FALSE(Includes(file, R"(^#include <(\w+/|unistd|fcntl|fmt|xxhash))"));
  }
}

TEST_CASE("layers: only engine/ knows RocksDB, only fs/ makes system calls but fork") {
  for (const std::string& folder : Folders()) {
    for (const stdfs::path& file : Sources(kNative / folder)) {
      INFO(file);
      if (folder != "engine") CHECK_FALSE(Includes(file, R"(^#include <(rocksdb/))"));
      // RocksDB is kept in a process of its own, which is no matter of files.
      if (folder != "fs" && file != kNative / "engine/child_process.cc")
        CHECK_FALSE(Includes(
            file, R"(^#include <(unistd\.h|fcntl\.h|poll\.h|sys/|fstream|filesystem|cstdio))"));
    }
  }
}

TEST_CASE("layers: the planner has no I/O") {
  for (const stdfs::path& file : Sources(kNative / "plan")) {
    INFO(file);
    CHECK_FALSE(Includes(file, R"re(^#include ["](fs/|rescale/file_system))re"));
  }
}

TEST_CASE("layers: jni/ sees only the public interface, but for stand-ins for parts of the core") {
  size_t files = 0;
  for (const stdfs::path& file : Sources(stdfs::path(RESCALE_SOURCE_DIR) / "jni")) {
    if (file.parent_path().filename() == "self_contained") continue;
    ++files;
    for (const std::string& folder : Captures(file, R"re(^#include "([^/"]+)/)re")) {
      INFO(file);
      CHECK(folder == "rescale");
    }
  }
  CHECK(files > 5);
}

TEST_CASE("layers: every source says its licence") {
  for (const char* top : {"native", "jni", "rescale", "bench", "test", "examples"}) {
    for (const stdfs::path& file : Sources(stdfs::path(RESCALE_SOURCE_DIR) / top)) {
      INFO(file);
      CHECK(Lines(file).front() == "// SPDX-License-Identifier: Apache-2.0");
    }
  }
}
