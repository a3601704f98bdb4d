// SPDX-License-Identifier: Apache-2.0
#include "commands/command.h"

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>

#include "strategies/strategy.h"

namespace rescale::bench {

void AddRounds(cxxopts::OptionAdder& add, int forks) {
  add("forks", "processes of each", cxxopts::value<int>()->default_value(std::to_string(forks)));
  add("warmups", "runs in each before those that count", cxxopts::value<int>()->default_value("0"));
  add("iterations", "runs in each that count", cxxopts::value<int>()->default_value("1"));
}

Rounds RoundsOf(const cxxopts::ParseResult& options) {
  const Rounds rounds{options["forks"].as<int>(), options["warmups"].as<int>(),
                      options["iterations"].as<int>()};
  if (rounds.forks < 1 || rounds.iterations < 1 || rounds.warmups < 0) {
    throw std::runtime_error("--forks and --iterations: at least 1; --warmups: at least 0");
  }
  return rounds;
}

template <typename T>
std::vector<T> NumbersOf(const cxxopts::ParseResult& options, const std::string& name, T lowest,
                         T highest) {
  auto values = options[name].as<std::vector<T>>();
  for (const T value : values) {
    if (value < lowest || value > highest) {
      throw std::runtime_error(fmt::format("--{} {}: {} to {}", name, value, lowest, highest));
    }
  }
  return values;
}
template std::vector<uint32_t> NumbersOf(const cxxopts::ParseResult&, const std::string&, uint32_t,
                                         uint32_t);
template std::vector<uint64_t> NumbersOf(const cxxopts::ParseResult&, const std::string&, uint64_t,
                                         uint64_t);

std::vector<std::string> StrategiesOf(const cxxopts::ParseResult& options) {
  auto names = options["strategies"].as<std::vector<std::string>>();
  for (const std::string& name : names) StrategyOf(name);
  return names;
}

std::string StrategyNames(bool with_floor) {
  std::string text;
  for (const Strategy& strategy : Strategies()) {
    if (!with_floor && strategy.name == std::string("floor")) continue;
    text += (text.empty() ? "" : ",") + std::string(strategy.name);
  }
  return text;
}

}  // namespace rescale::bench
