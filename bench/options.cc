// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <fmt/format.h>

#include <string>

#include "measure.h"

namespace rescale::bench {
namespace {

int ParseAndRun(const Program& program, int argc, char** argv) {
  cxxopts::Options cli(program.name, program.question);
  cxxopts::OptionAdder add = cli.add_options();
  add("work", "directory for what is written", cxxopts::value<std::string>());
  program.add_options(add);
  add("iterations", "measured runs of each",
      cxxopts::value<int>()->default_value(std::to_string(program.iterations)));
  add("help", "this text");
  const cxxopts::ParseResult options = cli.parse(argc, argv);
  if (options.count("help") != 0 || options.count("work") == 0) {
    fmt::print("{}", cli.help());
    return options.count("help") != 0 ? 0 : 2;
  }
  fmt::print("command: {}\nmachine: {}\n", CommandLine(argc, argv), Machine());
  program.run(options, options["work"].as<std::string>(), options["iterations"].as<int>());
  return 0;
}

}  // namespace

int Main(const Program& program, int argc, char** argv) {
  try {
    return ParseAndRun(program, argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}: {}\n", program.name, e.what());
    return 1;
  }
}

}  // namespace rescale::bench
