// SPDX-License-Identifier: Apache-2.0
#include "man_page.h"

#include <fmt/format.h>

#include "command_table.h"
#include "exit_code.h"

namespace rescale::cli {

namespace {

// Text as roff prints it: a backslash, a dash that must stay ASCII, and a line that would begin
// with a control character are protected.
std::string Escape(std::string_view text) {
  std::string escaped;
  if (text.starts_with('.') || text.starts_with('\'')) escaped += "\\&";
  for (const char c : text) {
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else if (c == '\'') {
      escaped += "\\(aq";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string FlagEntry(const Flag& flag) {
  const std::string value =
      flag.value_name.empty() ? "" : fmt::format(" \\fI{}\\fR", Escape(flag.value_name));
  return fmt::format(".TP\n\\fB\\-\\-{}\\fR{}\n{}{}\n", Escape(flag.name), value, Escape(flag.help),
                     flag.required ? " (required)" : "");
}

std::string CommandSection(const Command& command) {
  std::string text = fmt::format(".SS {0}\n.B {1}\n.PP\nTo {2}.\n", Escape(command.name),
                                 Escape(Synopsis(command)), Escape(command.summary));
  for (const std::string_view paragraph : command.description) {
    text += fmt::format(".PP\n{}\n", Escape(paragraph));
  }
  for (const Positional& positional : command.positionals) {
    text += fmt::format(".TP\n\\fI{}\\fR{}\n{}\n", Escape(positional.name),
                        positional.repeated ? "..." : "", Escape(positional.help));
  }
  for (const Flag& flag : command.flags) text += FlagEntry(flag);
  return text;
}

std::string ExamplesSection() {
  std::string text = fmt::format(".SH EXAMPLES\n{}\n", Escape(kExampleNames));
  for (const Command& command : Commands()) {
    if (command.hidden) continue;
    for (const Example& example : command.examples) {
      text +=
          fmt::format(".TP\n\\fB{}\\fR\n{}\n", Escape(example.command), Escape(example.meaning));
    }
  }
  return text;
}

std::string EnvironmentSection() {
  return ".SH ENVIRONMENT\n"
         ".TP\n.B NO_COLOR\nWhen set and not empty, no colours are used.\n"
         ".TP\n.B TERM\nWhen it is \\(lqdumb\\(rq, no colours are used and no progress bar is "
         "drawn.\n";
}

}  // namespace

std::string ManPage() {
  std::string text = fmt::format(
      ".\\\" Made from the command table of rescale.\n"
      ".TH RESCALE 1 \"\" \"rescale {}\" \"User Commands\"\n"
      ".SH NAME\n"
      "rescale \\- turn N RocksDB checkpoints of a stream job into M by editing metadata\n"
      ".SH SYNOPSIS\n.B rescale\n.I COMMAND\n.RI [ ARGUMENT ...]\n"
      ".SH DESCRIPTION\n"
      "Reads the MANIFESTs of the checkpoint directories of a job's subtasks and writes the\n"
      "databases of the subtasks of another parallelism. Whole SSTs are hard\\-linked, only those\n"
      "that straddle an edge of a target are cut. The sources are never changed.\n"
      ".PP\n"
      "Results go to standard output, progress, notes and errors to standard error. With\n"
      "\\-\\-json, standard output gets one document, of the result or of the failure.\n"
      ".SH COMMANDS\n",
      Escape(RESCALE_VERSION));
  for (const Command& command : Commands()) {
    if (!command.hidden) text += CommandSection(command);
  }
  text += ".SH OPTIONS\nEvery command takes:\n";
  for (const Flag& flag : CommonFlags()) text += FlagEntry(flag);
  text += ExamplesSection() + EnvironmentSection() + ".SH EXIT STATUS\n";
  for (const ExitStatusLine& line : kExitStatusLines) {
    text += fmt::format(".TP\n.B {}\n{}\n", static_cast<int>(line.code), Escape(line.meaning));
  }
  return text;
}

}  // namespace rescale::cli
