// SPDX-License-Identifier: Apache-2.0
#include "commands/command.h"
#include "questions/restore.h"

namespace rescale::bench {
namespace {

void AddOptions(cxxopts::OptionAdder& add) {
  using Texts = std::vector<std::string>;
  add("states", "bulk (96-byte keys, 128-byte values), flink (5 column families)",
      cxxopts::value<Texts>()->default_value("bulk"));
  add("mib", "MiB of state of a source task",
      cxxopts::value<std::vector<uint64_t>>()->default_value("256"));
  add("to", "new parallelism, from 4",
      cxxopts::value<std::vector<uint32_t>>()->default_value("2,8,6,3"));
  add("strategies", "which ones", cxxopts::value<Texts>()->default_value(StrategyNames(true)));
  add("gets-seconds", "gets after each restore", cxxopts::value<double>()->default_value("1"));
  add("keep", "leave the states for the next run");
  AddRounds(add, 3);
}

std::string Ask(const cxxopts::ParseResult& options, const std::string& work) {
  RestoreQuestion question;
  question.work = work;
  question.states = options["states"].as<std::vector<std::string>>();
  question.mib = NumbersOf<uint64_t>(options, "mib", 1, 1 << 20);
  question.to = NumbersOf<uint32_t>(options, "to", 1, 128);
  question.strategies = StrategiesOf(options);
  question.gets_seconds = options["gets-seconds"].as<double>();
  question.keep = options.count("keep") != 0;
  question.rounds = RoundsOf(options);
  return ToJmhJson(AskRestore(question));
}

}  // namespace

Command RestoreCommand() {
  return {"restore",
          "how long does each strategy take to restore one new task, and what does it leave for "
          "later?",
          AddOptions, Ask};
}

}  // namespace rescale::bench
