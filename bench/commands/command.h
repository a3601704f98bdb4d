// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cxxopts.hpp>
#include <string>
#include <vector>

#include "harness/result.h"

namespace rescale::bench {

// A question on the command line: what it is called and asks, its options beside --work, --json and
// --help, and how it is asked.
struct Command {
  const char* name;
  const char* question;
  void (*add_options)(cxxopts::OptionAdder& add);
  // `work` is there and may be written to. Prints tables and returns the results as JSON. Throws
  // std::exception: with a message when an option makes no sense or something fails.
  std::string (*ask)(const cxxopts::ParseResult& options, const std::string& work);
};

Command RestoreCommand();
Command GrowthCommand();
Command PlanCommand();
Command CutCommand();
Command TimelineCommand();

// --forks, --warmups and --iterations.
void AddRounds(cxxopts::OptionAdder& add, int forks);
// Throws std::runtime_error when there would be nothing to measure.
Rounds RoundsOf(const cxxopts::ParseResult& options);

// The value of a list option. Throws std::runtime_error naming it when one is outside of the
// limits.
template <typename T>
std::vector<T> NumbersOf(const cxxopts::ParseResult& options, const std::string& name, T lowest,
                         T highest);

// Those of Strategies() whose names the option lists. Throws for an unknown one.
std::vector<std::string> StrategiesOf(const cxxopts::ParseResult& options);
// The names, with commas between.
std::string StrategyNames(bool with_floor);

}  // namespace rescale::bench
