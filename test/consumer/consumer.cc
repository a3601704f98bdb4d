// SPDX-License-Identifier: Apache-2.0
// What a user of the installed library writes: plan a rescale and say how it ends.
#include <rescale/rescale.h>

#include <iostream>

int main(int argc, char** argv) {
  const auto max = rescale::MaxParallelism::Create(128);
  const auto range = max->RangeOfSubtask(4, 3);
  std::cout << "subtask 3 of 4 owns " << rescale::ToString(*range) << '\n';
  rescale::PlanOptions options;
  options.parallelism = 2;
  for (int i = 1; i < argc; ++i) {
    options.sources.push_back({argv[i], *max->RangeOfSubtask(static_cast<uint32_t>(argc - 1),
                                                             static_cast<uint32_t>(i - 1))});
  }
  const auto plan = rescale::MakePlan(options);
  if (!plan.ok()) {
    std::cout << rescale::StatusCodeName(plan.status().code()) << ": " << plan.status().ToString()
              << '\n';
    return argc > 1 ? 1 : 0;  // without sources the refusal is the right answer
  }
  std::cout << plan->ToText();
  return 0;
}
