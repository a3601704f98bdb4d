// SPDX-License-Identifier: Apache-2.0
#include "cli/conversation.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "cli/process.h"
#include "support/temp_dir.h"

namespace rescale::test {

namespace {

std::string Prefixed(const std::string& text, std::string_view prefix) {
  std::istringstream lines(text);
  std::string prefixed;
  for (std::string line; std::getline(lines, line);) {
    std::string whole = std::string(prefix) + line;
    whole.erase(whole.find_last_not_of(' ') + 1);
    prefixed += whole + "\n";
  }
  return prefixed;
}

void ReplaceAll(std::string* text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text->find(from, at)) != std::string::npos; at += to.size()) {
    text->replace(at, from.size(), to);
  }
}

bool IsAnswer(const std::string& line) {
  return line.starts_with(">") || line.starts_with("!") || line.starts_with("[");
}

}  // namespace

std::string Normalize(std::string text, const std::string& directory) {
  ReplaceAll(&text, directory, "$DIR");
  static const std::pair<std::regex, const char*> kRules[] = {
      {std::regex(R"([0-9]+(\.[0-9]+)? ([KMGTPE]iB|B)\b)"), "<size>"},
      {std::regex(R"([0-9]+ min [0-9]+ s\b|[0-9]+(\.[0-9]+)? (ms|s)\b)"), "<time>"},
      {std::regex(R"([0-9]+(\.[0-9]+)? %)"), "<n> %"},
      {std::regex(R"#("([a-z_]*(bytes|ms|digest))": ("?)[0-9a-f.e+-]+"?)#"), "\"$1\": <n>"},
      {std::regex(R"([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})"), "<id>"},
      {std::regex(R"(RocksDB [0-9]+\.[0-9]+\.[0-9]+)"), "RocksDB <version>"},
      {std::regex(R"("written_by": "[0-9.]+")"), "\"written_by\": \"<version>\""},
      {std::regex(R"((\S) {3,})"), "$1  "},
  };
  for (const auto& [pattern, replacement] : kRules) {
    text = std::regex_replace(text, pattern, replacement);
  }
  return text;
}

std::string Replay(const std::string& golden_text, const std::string& directory) {
  std::istringstream lines(golden_text);
  std::string replayed;
  for (std::string line; std::getline(lines, line);) {
    if (IsAnswer(line)) continue;
    replayed += line + "\n";
    if (!line.starts_with("$ ")) continue;
    const ProcessResult result = RunShell(line.substr(2), directory);
    replayed += Prefixed(Normalize(result.out, directory), "> ");
    replayed += Prefixed(Normalize(result.err, directory), "! ");
    replayed += fmt::format("[{}]\n", result.exit_code);
  }
  return replayed;
}

void CheckConversation(const std::string& file, const std::string& directory) {
  const std::string golden = ReadFile(file);
  const std::string replayed = Replay(golden, directory);
  const char* rewrite = std::getenv("RESCALE_REWRITE");
  if (rewrite != nullptr && std::string_view(rewrite) == "1") {
    WriteFile(file, replayed);
    return;
  }
  INFO("golden file " << file << "; RESCALE_REWRITE=1 rewrites it");
  CHECK(golden == replayed);
}

}  // namespace rescale::test
