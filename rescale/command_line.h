// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rescale/status.h"

namespace rescale::cli {

// The words behind "rescale", before the command is known.
struct CommandLine {
  std::string_view command;        // empty: none was given
  std::vector<std::string> words;  // all others, in order
  bool json = false;               // --json stands among them, whether it makes sense or not
};
CommandLine SplitCommandLine(const std::vector<std::string>& words);

// A usage error with a pointer to the help of the command. Other statuses as they are.
Status WithHint(Status status, std::string_view command);

// Whether the command writes databases: then a result that nobody got is a failure to be told.
bool WritesDatabases(const CommandLine& line);

// Runs the command of the line. Writes its result, but not its error. Throws what cxxopts throws.
Status RunCommandLine(const CommandLine& line);

}  // namespace rescale::cli
