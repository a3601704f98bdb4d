// SPDX-License-Identifier: Apache-2.0
// The benchmarks: one question a run, one process at a time, in turns; tables on stdout, JMH's
// result format in a file.
#include <fmt/format.h>

#include <cxxopts.hpp>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "commands/command.h"
#include "harness/machine.h"
#include "strategies/strategy.h"

namespace rescale::bench {
namespace {

const std::vector<Command>& Commands() {
  static const std::vector<Command> kCommands = {RestoreCommand(), GrowthCommand(), PlanCommand(),
                                                 CutCommand(), TimelineCommand()};
  return kCommands;
}

std::string Help() {
  std::string text = "Usage:\n  rescale-bench QUESTION --work DIR [OPTION...]\n\nquestions:\n";
  for (const Command& command : Commands()) {
    text += fmt::format("  {:<16} {}\n", command.name, command.question);
  }
  text += "\nstrategies:\n";
  for (const Strategy& strategy : Strategies()) {
    text += fmt::format("  {:<16} {}\n", strategy.name, strategy.what);
  }
  return text + "\nrescale-bench QUESTION --help lists the options of a question\n";
}

void WriteText(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::trunc);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(path + ": cannot be written");
}

int RunCommand(const Command& command, int argc, char** argv) {
  cxxopts::Options cli(fmt::format("rescale-bench {}", command.name), command.question);
  cxxopts::OptionAdder add = cli.add_options();
  add("work", "directory for what is written", cxxopts::value<std::string>());
  add("json", "file for the results", cxxopts::value<std::string>());
  command.add_options(add);
  add("help", "this text");
  // The question stands where cxxopts expects the program's name.
  const cxxopts::ParseResult options = cli.parse(argc - 1, argv + 1);
  if (options.count("help") != 0 || options.count("work") == 0) {
    fmt::print(options.count("help") != 0 ? stdout : stderr, "{}", cli.help());
    return options.count("help") != 0 ? 0 : 2;
  }
  if (!options.unmatched().empty()) {
    throw std::runtime_error(options.unmatched().front() + ": there is no such argument");
  }
  const std::string work = options["work"].as<std::string>();
  std::filesystem::create_directories(work);
  fmt::print("command: {}\nmachine: {}\n", CommandLine(argc, argv), Machine());
  std::fflush(stdout);
  const std::string json = command.ask(options, work);
  if (options.count("json") != 0) WriteText(options["json"].as<std::string>(), json);
  return 0;
}

int Main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  for (const Command& command : Commands()) {
    if (name == command.name) return RunCommand(command, argc, argv);
  }
  if (name == "--help") {
    fmt::print("{}", Help());
    return 0;
  }
  if (!name.empty()) fmt::print(stderr, "rescale-bench: {}: no such question\n\n", name);
  fmt::print(stderr, "{}", Help());
  return 2;
}

}  // namespace
}  // namespace rescale::bench

int main(int argc, char** argv) {
  try {
    return rescale::bench::Main(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "rescale-bench: {}\n", e.what());
    return 1;
  }
}
