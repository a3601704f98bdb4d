// SPDX-License-Identifier: Apache-2.0
#include "commands/command.h"
#include "questions/growth.h"

namespace rescale::bench {
namespace {

std::string AllAxes() {
  std::string text;
  for (const std::string& axis : GrowthAxes()) text += (text.empty() ? "" : ",") + axis;
  return text;
}

void AddOptions(cxxopts::OptionAdder& add) {
  add("axes", "which numbers grow",
      cxxopts::value<std::vector<std::string>>()->default_value(AllAxes()));
  add("quick", "fewer and smaller points");
  AddRounds(add, 5);
}

std::string Ask(const cxxopts::ParseResult& options, const std::string& work) {
  GrowthQuestion question;
  question.work = work;
  question.axes = options["axes"].as<std::vector<std::string>>();
  question.quick = options.count("quick") != 0;
  question.rounds = RoundsOf(options);
  return ToJmhJson(AskGrowth(question));
}

}  // namespace

Command GrowthCommand() {
  return {"growth",
          "how does the time of a rescale grow with bytes, SSTs, sources, column families, key "
          "groups?",
          AddOptions, Ask};
}

}  // namespace rescale::bench
