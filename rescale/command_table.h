// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "rescale/status.h"

// The one description of every command and flag. The parser, --help, the shell completions and the
// manual page are all made from it, so they cannot disagree.
namespace rescale::cli {

// What a value is, for completion.
enum class ValueKind : uint8_t { kNone, kText, kFile, kDirectory };

struct Flag {
  std::string_view name;        // "max-parallelism"
  std::string_view value_name;  // "P"; empty for a switch
  ValueKind kind = ValueKind::kNone;
  std::string_view help;
  bool required = false;
  bool list = false;  // takes every argument that follows, up to the next flag
};

struct Positional {
  std::string_view name;  // "SRC"
  ValueKind kind = ValueKind::kDirectory;
  std::string_view help;
  bool repeated = false;                    // one or more; only the last of a command
  bool optional = false;                    // none or more, when repeated
  std::vector<std::string_view> choices{};  // the only values allowed; empty: any
};

struct Example {
  std::string_view command;
  std::string_view meaning;
};

struct Command {
  std::string_view name;
  std::string_view summary;                   // one line, no full stop
  std::vector<std::string_view> description;  // paragraphs
  std::vector<Positional> positionals;        // in order
  std::vector<Flag> flags;                    // without the common ones
  std::vector<Example> examples;
  Status (*execute)(const Arguments& arguments);
  bool hidden = false;
};

// What the names in the examples stand for.
inline constexpr std::string_view kExampleNames =
    "old/0 to old/3 stand for the checkpoints of four old subtasks, new/0 and new/1 for what run "
    "makes of them. \"scripts/demo --out DIR\" of the source tree makes such in DIR; file numbers "
    "may differ.";

// In the order of the help.
const std::vector<Command>& Commands();
// --help, --quiet, --no-progress, --version: every command takes them.
const std::vector<Flag>& CommonFlags();
// Null when there is none of this name.
const Command* FindCommand(std::string_view name);
// Flags of the command, then the common ones.
std::vector<Flag> AllFlags(const Command& command);
// "rescale plan --max-parallelism P --to M [--index J] SRC..."
std::string Synopsis(const Command& command);

}  // namespace rescale::cli
