// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "command_table.h"
#include "help.h"
#include "output.h"

namespace rescale::cli {

namespace {

bool Has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool AsksForHelp(const std::vector<std::string>& words) {
  return Has(words, "--help") || Has(words, "-h");
}

// "rescale help [COMMAND]", with the words behind "help".
Status RunHelp(const std::vector<std::string>& words) {
  const auto topic = std::find_if(words.begin(), words.end(),
                                  [](const std::string& word) { return !word.starts_with('-'); });
  if (topic == words.end() || *topic == "help") return WriteStdout(GeneralHelp());
  const Command* command = FindCommand(*topic);
  if (command != nullptr) return WriteStdout(CommandHelp(*command));
  return WithHint(Status::InvalidArgument(fmt::format("'{}' is no command", *topic)), "");
}

// "rescale --help", "rescale --version", "rescale help [COMMAND]".
Status RunWithoutCommand(const CommandLine& line) {
  if (Has(line.words, "--version")) return WriteStdout(VersionText());
  if (line.command == "help" || (line.command.empty() && AsksForHelp(line.words))) {
    return RunHelp(line.words);
  }
  if (!line.command.empty()) {
    return WithHint(Status::InvalidArgument(fmt::format("'{}' is no command", line.command)), "");
  }
  if (!line.words.empty()) {
    return WithHint(
        Status::InvalidArgument(fmt::format("no command is given, only {}", line.words.front())),
        "");
  }
  return WithHint(Status::InvalidArgument("no command is given"), "");
}

}  // namespace

Status WithHint(Status status, std::string_view command) {
  if (status.code() != StatusCode::kInvalidArgument) return status;
  return Status::InvalidArgument(fmt::format("{} (see 'rescale {}{}--help')", status.ToString(),
                                             command, command.empty() ? "" : " "));
}

CommandLine SplitCommandLine(const std::vector<std::string>& words) {
  CommandLine line;
  const auto command = std::find_if(words.begin(), words.end(),
                                    [](const std::string& word) { return !word.starts_with('-'); });
  if (command != words.end()) line.command = *command;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (word != command) line.words.push_back(*word);
  }
  const auto flags_end = std::find(line.words.begin(), line.words.end(), "--");
  line.json = std::find(line.words.begin(), flags_end, "--json") != flags_end;
  return line;
}

bool WritesDatabases(const CommandLine& line) {
  const Command* command = FindCommand(line.command);
  if (command == nullptr || Has(line.words, "--dry-run") || AsksForHelp(line.words)) return false;
  return std::any_of(command->flags.begin(), command->flags.end(),
                     [](const Flag& flag) { return flag.name == "out"; });
}

Status RunCommandLine(const CommandLine& line) {
  const Command* command = FindCommand(line.command);
  if (command == nullptr) return RunWithoutCommand(line);
  Result<Arguments> arguments = ParseArguments(*command, line.words);
  if (!arguments.ok()) return WithHint(arguments.status(), command->name);
  if (arguments->Has("help")) return WriteStdout(CommandHelp(*command));
  if (arguments->Has("version")) return WriteStdout(VersionText());
  return command->execute(*arguments);
}

}  // namespace rescale::cli
