// SPDX-License-Identifier: Apache-2.0
#include "commands/command.h"
#include "questions/timeline.h"

namespace rescale::bench {
namespace {

void AddOptions(cxxopts::OptionAdder& add) {
  add("state", "bulk or flink", cxxopts::value<std::string>()->default_value("bulk"));
  add("mib", "MiB of state of a source task",
      cxxopts::value<std::vector<uint64_t>>()->default_value("512"));
  add("to", "new parallelism, from 4",
      cxxopts::value<std::vector<uint32_t>>()->default_value("2,8"));
  add("strategies", "which ones",
      cxxopts::value<std::vector<std::string>>()->default_value(StrategyNames(false)));
  add("seconds", "how long each is looked at", cxxopts::value<double>()->default_value("5"));
}

std::string Ask(const cxxopts::ParseResult& options, const std::string& work) {
  TimelineQuestion question;
  question.work = work;
  question.state = options["state"].as<std::string>();
  question.mib = NumbersOf<uint64_t>(options, "mib", 1, 1 << 20).front();
  question.to = NumbersOf<uint32_t>(options, "to", 1, 128);
  question.strategies = StrategiesOf(options);
  question.seconds = options["seconds"].as<double>();
  return ToJson(AskTimeline(question));
}

}  // namespace

Command TimelineCommand() {
  return {"timeline",
          "what becomes of a restored task's files while RocksDB goes on with its compactions?",
          AddOptions, Ask};
}

}  // namespace rescale::bench
