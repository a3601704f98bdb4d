// SPDX-License-Identifier: Apache-2.0
// Runs the conversations in testdata/manifest/*.txt: a command, its input, a line of dashes, the
// answer, an empty line. RESCALE_REWRITE=1 writes the answers anew, to be reviewed as a diff.
//
//   decode       hex of one record, # comments            -> its lines, or the error
//   read         records, one a paragraph of hex after /   -> the Version, or the error
//   dump         the same                                  -> DumpManifest's lines
//   fixture      a MANIFEST under fixtures/               -> the Version and its consistency
//   consistency  a Version in words, see version_text.h    -> ok, or the error
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

#include "manifest/consistency.h"
#include "manifest/edit_text.h"
#include "manifest/log_writer.h"
#include "manifest/manifest_dump.h"
#include "manifest/manifest_reader.h"
#include "manifest/memory_fs.h"
#include "manifest/version_text.h"
#include "support/temp_dir.h"

namespace rescale::manifest {
namespace {

constexpr char kPath[] = "MANIFEST-000001";

// Hex digits and "quoted text"; # starts a comment.
std::string ParseBytes(const std::string& text) {
  std::string bytes;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    for (size_t i = 0; i < line.size() && line[i] != '#';) {
      if (line[i] == ' ') {
        ++i;
      } else if (line[i] == '"') {
        const size_t end = line.find('"', i + 1);
        bytes += line.substr(i + 1, end - i - 1);
        i = end + 1;
      } else {
        bytes.push_back(static_cast<char>(std::stoi(line.substr(i, 2), nullptr, 16)));
        i += 2;
      }
    }
  }
  return bytes;
}

std::vector<std::string> ParseRecords(const std::string& input) {
  std::vector<std::string> records;
  std::istringstream lines(input);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("/")) {
      records.emplace_back();
    } else {
      records.back() += ParseBytes(line);
    }
  }
  return records;
}

std::string WriteLog(test::MemoryFs* fs, const std::string& input) {
  auto file = std::move(fs->CreateFile(kPath, 0644)).value();
  LogWriter writer(file.get());
  for (const std::string& record : ParseRecords(input)) REQUIRE(writer.AddRecord(record).ok());
  REQUIRE(writer.Flush().ok());
  return kPath;
}

std::string Answer(const std::string& command, const std::string& input) {
  std::string answer;
  const auto add = [&answer](std::string_view line) { answer += fmt::format("{}\n", line); };
  test::MemoryFs fs;
  if (command == "decode") {
    VersionEdit edit;
    const Status status = DecodeVersionEdit(ParseBytes(input), &edit);
    DescribeEdit(edit, add);
    if (!status.ok()) add(fmt::format("{}: {}", StatusCodeName(status.code()), status.ToString()));
  } else if (command == "read") {
    const auto version = ReadManifest(fs, WriteLog(&fs, input));
    answer = version.ok() ? test::VersionText(*version)
                          : fmt::format("{}: {}\n", StatusCodeName(version.status().code()),
                                        version.status().ToString());
  } else if (command == "dump") {
    (void)DumpManifest(fs, WriteLog(&fs, input), add);
  } else if (command == "fixture") {
    const std::string name = input.substr(0, input.size() - 1);
    fs.files[name] = test::ReadFile(std::string(RESCALE_TESTDATA) + "/manifest/fixtures/" + name);
    const auto version = ReadManifest(fs, name);
    if (!version.ok()) return version.status().ToString() + "\n";
    answer = test::VersionText(*version) + CheckConsistency(*version).ToString() + "\n";
  } else if (command == "consistency" || command == "consistency-epochs-only") {
    ConsistencyOptions options;
    options.seqno_ordered_l0 = command == "consistency";
    const Status status = CheckConsistency(test::ParseVersion(input), options);
    add(status.ok() ? "ok"
                    : fmt::format("{}: {}", StatusCodeName(status.code()), status.ToString()));
  } else {
    answer = "unknown command\n";
  }
  return answer;
}

void RunConversation(const std::string& name) {
  const std::string path = std::string(RESCALE_TESTDATA) + "/manifest/" + name;
  const bool rewrite = std::getenv("RESCALE_REWRITE") != nullptr;
  std::istringstream in(test::ReadFile(path));
  std::string out;
  std::string line;
  int asked = 0;
  while (std::getline(in, line)) {
    out += line + "\n";
    if (line.empty() || line[0] == '#') continue;
    const std::string command = line;
    std::string input;
    while (std::getline(in, line) && line != "----") {
      input += line + "\n";
      out += line + "\n";
    }
    std::string expected;
    while (std::getline(in, line) && !line.empty()) expected += line + "\n";
    const std::string answer = Answer(command, input);
    if (!rewrite) {
      INFO(name << ": " << command << "\n" << input);
      CHECK(answer == expected);
    }
    out += "----\n" + answer + "\n";
    ++asked;
  }
  CHECK(asked > 0);
  if (rewrite) test::WriteFile(path, out);
}

}  // namespace

TEST_CASE("manifest: edits decode as the annotated bytes say") { RunConversation("edits.txt"); }
TEST_CASE("manifest: records add up to a version") { RunConversation("read.txt"); }
TEST_CASE("manifest: dumps are readable") { RunConversation("dump.txt"); }
TEST_CASE("manifest: MANIFESTs of other RocksDB versions are read") {
  RunConversation("fixtures.txt");
}
TEST_CASE("manifest: each consistency rule has its message") { RunConversation("consistency.txt"); }

}  // namespace rescale::manifest
