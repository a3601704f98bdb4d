// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rescale::test {

// What became of a command.
struct ProcessResult {
  int exit_code = -1;  // 128 + the signal's number when a signal ended it
  std::string out;     // stdout
  std::string err;     // stderr
};

// Runs `command` by bash in `directory`, with the built tool first on PATH, stdin empty, no
// terminal, and a fixed locale. `environment` has more "NAME=value" settings. A command that takes
// longer than a minute is killed, and the test fails.
ProcessResult RunShell(const std::string& command, const std::string& directory,
                       const std::vector<std::string>& environment = {});

// 'text', as one word of a shell.
std::string ShellQuote(const std::string& text);

}  // namespace rescale::test
