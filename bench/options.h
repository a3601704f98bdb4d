// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cxxopts.hpp>
#include <functional>

namespace rescale::bench {

// One benchmark program: what it is called, its options beside --work, --iterations and --help, and
// what it does. `work` is a directory that may be written to; results go to stdout.
struct Program {
  const char* name;
  const char* question;
  int iterations;  // by default
  std::function<void(cxxopts::OptionAdder& add)> add_options;
  std::function<void(const cxxopts::ParseResult& options, const std::string& work, int iterations)>
      run;
};

// Parses the command line, prints it and the machine, and runs. Returns the exit code: 2 with the
// help text when --work is missing, 1 with a message when something throws.
int Main(const Program& program, int argc, char** argv);

}  // namespace rescale::bench
