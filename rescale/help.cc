// SPDX-License-Identifier: Apache-2.0
#include "help.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine_choice.h"
#include "exit_code.h"

namespace rescale::cli {

namespace {

constexpr size_t kWidth = 80;
constexpr size_t kTermColumns = 24;  // where explanations begin

// A term and its explanation, side by side where the term is short enough.
std::string Entry(std::string_view term, std::string_view explanation) {
  const std::string folded = Fold(explanation, kTermColumns, kWidth);
  if (term.size() + 4 > kTermColumns) return fmt::format("  {}\n{}", term, folded);
  return fmt::format("  {:<{}}{}", term, kTermColumns - 2,
                     std::string_view(folded).substr(kTermColumns));
}

std::string FlagEntries(const std::vector<Flag>& flags) {
  std::string text;
  for (const Flag& flag : flags) {
    const std::string term =
        fmt::format("--{}{}{}", flag.name, flag.value_name.empty() ? "" : " ", flag.value_name);
    text += Entry(term,
                  flag.required ? fmt::format("{} (required)", flag.help) : std::string(flag.help));
  }
  return text;
}

std::string ExitStatusSection() {
  std::string text = "\nEXIT STATUS\n";
  for (const ExitStatusLine& line : kExitStatusLines) {
    text += Entry(std::to_string(line.code), line.meaning);
  }
  return text;
}

std::string ExamplesSection(const std::vector<Example>& examples) {
  std::string text = "\nEXAMPLES\n" + Fold(kExampleNames, 2, kWidth);
  for (const Example& example : examples) {
    text += fmt::format("  # {}\n  {}\n", example.meaning, example.command);
  }
  return text;
}

}  // namespace

std::string Fold(std::string_view paragraph, size_t indent, size_t width) {
  std::string text;
  std::string line;
  while (!paragraph.empty()) {
    const size_t end = std::min(paragraph.find(' '), paragraph.size());
    const std::string_view word = paragraph.substr(0, end);
    paragraph.remove_prefix(std::min(end + 1, paragraph.size()));
    if (!line.empty() && indent + line.size() + 1 + word.size() > width) {
      text += std::string(indent, ' ') + line + "\n";
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  return text + std::string(indent, ' ') + line + "\n";
}

std::string GeneralHelp() {
  std::string text =
      "rescale - turn N RocksDB checkpoints of a stream job into M by editing metadata\n"
      "\nUsage: rescale COMMAND [ARGUMENT...]\n\nCOMMANDS\n";
  for (const Command& command : Commands()) {
    if (!command.hidden) text += Entry(command.name, command.summary);
  }
  text += "\nFLAGS OF EVERY COMMAND\n" + FlagEntries(CommonFlags());
  std::vector<Example> examples;
  for (const Command& command : Commands()) {
    if (!command.hidden) examples.push_back(command.examples.front());
  }
  text += ExamplesSection(examples) + ExitStatusSection();
  return text + "\n'rescale COMMAND --help' tells more about a command.\n";
}

std::string CommandHelp(const Command& command) {
  std::string text = fmt::format("rescale {} - {}\n\nUsage:\n", command.name, command.summary);
  text += Fold(Synopsis(command), 2, kWidth);
  for (const std::string_view paragraph : command.description) {
    text += "\n" + Fold(paragraph, 0, kWidth);
  }
  text += "\nARGUMENTS\n";
  for (const Positional& positional : command.positionals) {
    text += Entry(fmt::format("{}{}", positional.name, positional.repeated ? "..." : ""),
                  positional.help);
  }
  text += "\nFLAGS\n" + FlagEntries(AllFlags(command));
  return text + ExamplesSection(command.examples) + ExitStatusSection();
}

std::string VersionText() {
  const std::string engine = EngineName();
  return fmt::format(
      "rescale {}\n"
      "reads   MANIFESTs of RocksDB 6.20 to 11.x; block-based SSTs of format version 2 to 7 with\n"
      "        no compression, Snappy, Zlib, LZ4, LZ4HC or ZSTD, and every checksum type\n"
      "writes  MANIFESTs that RocksDB 6.20 and later open; SSTs in the format version, checksum\n"
      "        and compression of their source\n"
      "engine  {}\n",
      RESCALE_VERSION, engine.empty() ? "none: a source with a live WAL is refused" : engine);
}

}  // namespace rescale::cli
