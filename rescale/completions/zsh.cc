// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "command_table.h"
#include "completions/completion.h"

namespace rescale::cli {

namespace {

// Inside '...' of an _arguments spec: quotes, brackets and colons have a meaning.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\'') {
      escaped += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

std::string_view Action(ValueKind kind) {
  switch (kind) {
    case ValueKind::kFile:
      return "_files";
    case ValueKind::kDirectory:
      return "_directories";
    default:
      return " ";
  }
}

std::string FlagSpec(const Flag& flag) {
  const std::string name =
      flag.list ? fmt::format("*--{}", flag.name) : fmt::format("--{}", flag.name);
  const std::string value = flag.value_name.empty()
                                ? ""
                                : fmt::format(":{}:{}", Escape(flag.value_name), Action(flag.kind));
  return fmt::format("                '{}[{}]{}' \\\n", name, Escape(flag.help), value);
}

std::string PositionalSpec(const Positional& positional) {
  const std::string action = positional.choices.empty()
                                 ? std::string(Action(positional.kind))
                                 : fmt::format("({})", fmt::join(positional.choices, " "));
  return fmt::format("                '{}:{}:{}' \\\n", positional.repeated ? "*" : "",
                     Escape(positional.name), action);
}

std::string CommandCase(const Command& command) {
  std::string text = fmt::format("            {})\n                _arguments \\\n", command.name);
  for (const Flag& flag : AllFlags(command)) text += FlagSpec(flag);
  for (const Positional& positional : command.positionals) text += PositionalSpec(positional);
  text.erase(text.size() - 3);  // the last " \\\n"
  return text + "\n                ;;\n";
}

}  // namespace

std::string ZshCompletion() {
  std::string names;
  std::string cases;
  for (const Command& command : Commands()) {
    if (command.hidden) continue;
    names += fmt::format("        '{}:{}'\n", command.name, Escape(command.summary));
    cases += CommandCase(command);
  }
  std::string common;
  for (const Flag& flag : CommonFlags()) {
    common += fmt::format("        '--{}[{}]' \\\n", flag.name, Escape(flag.help));
  }
  return fmt::format(R"(#compdef rescale
# zsh completion for rescale; made from its command table
_rescale() {{
    local state line
    local -a commands
    commands=(
{})
    _arguments -C \
{}        '1:command:->command' \
        '*::argument:->argument'
    case $state in
    command)
        _describe 'command' commands
        ;;
    argument)
        case $line[1] in
{}        esac
        ;;
    esac
}}
_rescale "$@"
)",
                     names, common, cases);
}

}  // namespace rescale::cli
