// SPDX-License-Identifier: Apache-2.0
#include "commands/command.h"
#include "questions/cut.h"

namespace rescale::bench {
namespace {

void AddOptions(cxxopts::OptionAdder& add) {
  add("mib", "MiB of keys and values of the SST",
      cxxopts::value<std::vector<uint64_t>>()->default_value("256"));
  add("compressions", "of its blocks",
      cxxopts::value<std::vector<std::string>>()->default_value("none,snappy,lz4,zstd"));
  AddRounds(add, 5);
}

std::string Ask(const cxxopts::ParseResult& options, const std::string& work) {
  CutQuestion question;
  question.work = work;
  question.mib = NumbersOf<uint64_t>(options, "mib", 1, 1 << 20).front();
  question.compressions = options["compressions"].as<std::vector<std::string>>();
  question.rounds = RoundsOf(options);
  return ToJmhJson(AskCut(question));
}

}  // namespace

Command CutCommand() {
  return {"cut", "how fast is a cut of one SST, against cp of as many bytes?", AddOptions, Ask};
}

}  // namespace rescale::bench
