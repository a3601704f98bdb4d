// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "command_table.h"
#include "completions/completion.h"

namespace rescale::cli {

namespace {

constexpr std::string_view kHead = R"(# bash completion for rescale; made from its command table
_rescale() {
    local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
    local command="" word flags="" words="" kind="directory"
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ "$word" != -* ]]; then
            command="$word"
            break
        fi
    done
)";

constexpr std::string_view kTail = R"(    if [[ "$current" == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
        return
    fi
    if [[ -n "$words" ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        return
    fi
    compopt -o filenames 2>/dev/null
    case "$kind" in
        directory) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
        file) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    esac
}
complete -F _rescale rescale
)";

std::string FlagWords(const std::vector<Flag>& flags) {
  std::string words;
  for (const Flag& flag : flags)
    words += fmt::format("{}--{}", words.empty() ? "" : " ", flag.name);
  return words;
}

std::string_view KindWord(ValueKind kind) {
  switch (kind) {
    case ValueKind::kFile:
      return "file";
    case ValueKind::kDirectory:
      return "directory";
    default:
      return "none";
  }
}

// What to complete behind a flag that takes a value.
std::string FlagValueCases(const Command& command) {
  std::string cases;
  for (const Flag& flag : command.flags) {
    if (flag.value_name.empty()) continue;
    cases += fmt::format("                --{}) words=\"\"; kind=\"{}\" ;;\n", flag.name,
                         KindWord(flag.kind));
  }
  return cases;
}

std::string CommandCase(const Command& command) {
  std::string words;
  for (const Positional& positional : command.positionals) {
    if (positional.choices.empty()) continue;
    // The fixed words are those of the first argument; then come files.
    words = fmt::format(
        "            if [[ \"$previous\" == {} ]]; then words=\"{}\"; else kind=\"{}\"; fi\n",
        command.name, fmt::join(positional.choices, " "),
        KindWord(command.positionals.back().kind));
    break;
  }
  std::string text = fmt::format("        {})\n            flags=\"{}\"\n{}", command.name,
                                 FlagWords(AllFlags(command)), words);
  const std::string cases = FlagValueCases(command);
  if (!cases.empty()) {
    text += "            case \"$previous\" in\n" + cases + "            esac\n";
  }
  return text + "            ;;\n";
}

}  // namespace

std::string BashCompletion() {
  std::string names;
  std::string cases;
  for (const Command& command : Commands()) {
    if (command.hidden) continue;
    names += fmt::format("{}{}", names.empty() ? "" : " ", command.name);
    cases += CommandCase(command);
  }
  std::string text(kHead);
  text += "    case \"$command\" in\n";
  text += fmt::format(
      "        \"\")\n            flags=\"{}\"\n            words=\"{}\"\n            ;;\n",
      FlagWords(CommonFlags()), names);
  text += cases + "        *) return ;;\n    esac\n";
  return text + std::string(kTail);
}

}  // namespace rescale::cli
