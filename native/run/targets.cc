// SPDX-License-Identifier: Apache-2.0
#include "run/targets.h"

#include <fmt/format.h>

namespace rescale::run {

Result<std::vector<Target>> TargetsOf(const MaxParallelism& max_parallelism, uint32_t parallelism,
                                      std::optional<uint32_t> index) {
  std::vector<Target> targets;
  uint32_t next = index.value_or(0);
  do {
    RESCALE_ASSIGN_OR_RETURN(const KeyGroupRange range,
                             max_parallelism.RangeOfSubtask(parallelism, next));
    targets.push_back({next, range});
  } while (!index && ++next < parallelism);
  return targets;
}

std::string Frame(const Target& target) {
  return fmt::format("subtask {} {}", target.index, ToString(target.range));
}

void AddWalWarnings(const std::vector<LoadedSource>& sources, std::vector<plan::Plan>* plans) {
  for (plan::Plan& plan : *plans) {
    for (size_t i = 0; i < sources.size(); ++i) {
      if (sources[i].live_log_bytes == 0 || !plan.ranges[i].takes_part) continue;
      plan.warnings.push_back(
          fmt::format("source {} has {} bytes in its write-ahead log that are in no SST yet; a run "
                      "flushes them "
                      "in a private copy first, which this plan does not show",
                      sources[i].handle.directory, sources[i].live_log_bytes));
    }
  }
}

}  // namespace rescale::run
