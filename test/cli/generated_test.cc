// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <regex>
#include <sstream>

#include "cli/process.h"
#include "command_table.h"
#include "completions/completion.h"
#include "help.h"
#include "man_page.h"
#include "support/temp_dir.h"

namespace rescale::cli {
namespace {

using test::RunShell;
using test::TempDir;

// The flag as a word of its own: --to is not found in --to-all.
bool Mentions(const std::string& text, const std::string& flag_pattern) {
  return std::regex_search(text, std::regex(flag_pattern + "(?![-a-z])"));
}

// The part of a text that belongs to a command: from `begin` to the next `end`, or all behind.
std::string Part(const std::string& text, const std::string& begin, const std::string& end) {
  const size_t from = text.find(begin);
  if (from == std::string::npos) return "";
  const size_t to = text.find(end, from + begin.size());
  return text.substr(from, to == std::string::npos ? to : to - from);
}

bool HasProgram(const std::string& name) {
  return RunShell("command -v " + name, "/").exit_code == 0;
}

TEST_CASE("generated: help, man page and completions know each flag of each command") {
  const std::string man = ManPage();
  for (const Command& command : Commands()) {
    if (command.hidden) continue;
    const std::string name(command.name);
    const std::string bash = Part(BashCompletion(), "\n        " + name + ")\n", ";;\n        ");
    const std::string zsh =
        Part(ZshCompletion(), "\n            " + name + ")\n", "\n                ;;");
    const std::string fish = FishCompletion();
    const std::string section = Part(man, ".SS " + name + "\n", "\n.S");
    for (const Flag& flag : command.flags) {
      const std::string flag_name(flag.name);
      INFO(name << " --" << flag_name);
      CHECK(Mentions(CommandHelp(command), "--" + flag_name));
      CHECK(Mentions(bash, "--" + flag_name));
      CHECK(Mentions(zsh, "--" + flag_name));
      CHECK(Mentions(fish, "seen_subcommand_from " + name + "' -l " + flag_name));
      const std::string escaped =
          std::regex_replace(flag_name, std::regex("-"), std::string("\\-"));
      CHECK(section.find("\\fB\\-\\-" + escaped + "\\fR") != std::string::npos);
    }
    for (const Flag& flag : CommonFlags()) {
      const std::string flag_name(flag.name);
      INFO(name << " --" << flag_name);
      CHECK(Mentions(CommandHelp(command), "--" + flag_name));
      CHECK(Mentions(bash, "--" + flag_name));
      CHECK(Mentions(zsh, "--" + flag_name));
      CHECK(Mentions(fish, "seen_subcommand_from " + name + "' -l " + flag_name));
    }
  }
}

TEST_CASE("generated: every help ends in EXAMPLES and EXIT STATUS, and fits 80 columns") {
  std::vector<std::string> texts = {GeneralHelp()};
  for (const Command& command : Commands()) texts.push_back(CommandHelp(command));
  for (const std::string& text : texts) {
    INFO(text);
    const size_t examples = text.find("\nEXAMPLES\n");
    const size_t exit_status = text.find("\nEXIT STATUS\n");
    CHECK(examples != std::string::npos);
    CHECK(exit_status != std::string::npos);
    CHECK(examples < exit_status);
    std::istringstream lines(text);
    bool in_examples = false;  // commands are not folded
    for (std::string line; std::getline(lines, line);) {
      if (line == "EXAMPLES" || line == "EXIT STATUS") in_examples = line == "EXAMPLES";
      CHECK((in_examples || line.size() <= 80));
    }
  }
}

TEST_CASE("generated: nothing says that the object of a failure is on stderr") {
  std::vector<std::string> texts = {ManPage(), BashCompletion(), ZshCompletion(), FishCompletion()};
  for (const Command& command : Commands()) texts.push_back(CommandHelp(command));
  for (const std::string& text : texts) {
    const std::string line = std::regex_replace(text, std::regex("[ \n]+"), std::string(" "));
    INFO(line);
    CHECK(line.find("object on stderr") == std::string::npos);
  }
  CHECK(ManPage().find("one JSON document on stdout: the result, or an object") !=
        std::string::npos);
}

TEST_CASE("generated: bash takes its completion, and completes commands, flags and words") {
  const TempDir directory;
  test::WriteFile(directory / "rescale.bash", BashCompletion());
  CHECK(RunShell("bash -n rescale.bash", directory.path()).exit_code == 0);
  const auto complete = [&](const std::string& words, int position) {
    const std::string script = "source ./rescale.bash; COMP_WORDS=(" + words +
                               "); COMP_CWORD=" + std::to_string(position) +
                               "; _rescale; echo \"${COMPREPLY[*]}\"";
    return RunShell(script, directory.path()).out;
  };
  CHECK(complete("rescale in", 1) == "inspect ingest\n");
  CHECK(complete("rescale verify --ag", 2) == "--against\n");
  CHECK(complete("rescale dump ''", 2) == "manifest sst\n");
  CHECK(complete("rescale --quiet plan --ma", 3) == "--max-parallelism\n");
  CHECK(complete("rescale dump sst resc", 3) == "rescale.bash\n");
  CHECK(RunShell("mkdir 'a b'", directory.path()).exit_code == 0);
  CHECK(complete("rescale inspect a", 2) == "a b\n");
}

TEST_CASE("generated: the zsh and fish completions are well-formed") {
  const TempDir directory;
  test::WriteFile(directory / "_rescale", ZshCompletion());
  test::WriteFile(directory / "rescale.fish", FishCompletion());
  // What the zsh one uses of the language is the same in bash.
  CHECK(RunShell("bash -n _rescale", directory.path()).exit_code == 0);
  if (HasProgram("zsh")) CHECK(RunShell("zsh -n _rescale", directory.path()).exit_code == 0);
  const std::regex line_pattern(R"((#.*)|complete( [^' ]+| '([^'\\]|\\['\\])*')+)");
  std::istringstream lines(FishCompletion());
  for (std::string line; std::getline(lines, line);) {
    INFO(line);
    CHECK(std::regex_match(line, line_pattern));
  }
  if (HasProgram("fish")) {
    CHECK(RunShell("fish --no-execute rescale.fish", directory.path()).exit_code == 0);
  }
}

TEST_CASE("generated: groff prints the man page without a warning") {
  if (!HasProgram("groff")) {
    WARN("groff is not installed");
    return;
  }
  const TempDir directory;
  test::WriteFile(directory / "rescale.1", ManPage());
  const auto printed = RunShell("groff -man -ww -Tutf8 rescale.1", directory.path());
  CHECK(printed.exit_code == 0);
  CHECK(printed.err.empty());
  CHECK(printed.out.find("max-parallelism") != std::string::npos);
}

}  // namespace
}  // namespace rescale::cli
