// SPDX-License-Identifier: Apache-2.0
#include "commands/command.h"
#include "questions/plan.h"

namespace rescale::bench {
namespace {

void AddOptions(cxxopts::OptionAdder& add) {
  add("files", "SSTs over four sources",
      cxxopts::value<std::vector<uint64_t>>()->default_value("10000,100000,1000000"));
  add("bound-bytes", "length of their smallest and largest keys",
      cxxopts::value<std::vector<uint64_t>>()->default_value("16,96"));
  AddRounds(add, 3);
}

std::string Ask(const cxxopts::ParseResult& options, const std::string& work) {
  PlanQuestion question;
  question.work = work;
  question.files = NumbersOf<uint64_t>(options, "files", 4, 100'000'000);
  question.bound_bytes = NumbersOf<uint64_t>(options, "bound-bytes", 14, 1 << 20);
  question.rounds = RoundsOf(options);
  return ToJmhJson(AskPlan(question));
}

}  // namespace

Command PlanCommand() {
  return {"plan",
          "how long is planning a million SSTs, and a run that links them, and in how much memory?",
          AddOptions, Ask};
}

}  // namespace rescale::bench
