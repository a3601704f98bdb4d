// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "command_table.h"
#include "completions/completion.h"

namespace rescale::cli {

namespace {

// Inside '...': fish knows only \' and \\ there.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string FlagLine(const Flag& flag, std::string_view condition) {
  std::string value;
  if (!flag.value_name.empty()) {
    value = flag.kind == ValueKind::kFile        ? " -r -F"
            : flag.kind == ValueKind::kDirectory ? " -x -a '(__fish_complete_directories)'"
                                                 : " -x";
  }
  return fmt::format("complete -c rescale{} -l {}{} -d '{}'\n", condition, flag.name, value,
                     Escape(flag.help));
}

std::string CommandLines(const Command& command) {
  const std::string condition = fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name);
  std::string text;
  for (const Flag& flag : AllFlags(command)) text += FlagLine(flag, condition);
  for (const Positional& positional : command.positionals) {
    std::string words;
    if (!positional.choices.empty()) {
      words = fmt::format("-a '{}'", fmt::join(positional.choices, " "));
    } else {
      words = positional.kind == ValueKind::kFile ? "-F" : "-a '(__fish_complete_directories)'";
    }
    text += fmt::format("complete -c rescale{} {}\n", condition, words);
  }
  return text;
}

}  // namespace

std::string FishCompletion() {
  std::string text =
      "# fish completion for rescale; made from its command table\ncomplete -c rescale -f\n";
  for (const Flag& flag : CommonFlags()) text += FlagLine(flag, " -n __fish_use_subcommand");
  for (const Command& command : Commands()) {
    if (command.hidden) continue;
    text += fmt::format("complete -c rescale -n __fish_use_subcommand -a {} -d '{}'\n",
                        command.name, Escape(command.summary));
    text += CommandLines(command);
  }
  return text;
}

}  // namespace rescale::cli
