// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "rescale/key_group.h"
#include "run/loaded_source.h"

namespace rescale::run {

// A subtask of the new job.
struct Target {
  uint32_t index = 0;
  KeyGroupRange range;
};

// Subtask `index` among `parallelism`, or all of them. InvalidArgument as
// MaxParallelism::RangeOfSubtask.
Result<std::vector<Target>> TargetsOf(const MaxParallelism& max_parallelism, uint32_t parallelism,
                                      std::optional<uint32_t> index);

// "subtask 1 [22,42]", for messages.
std::string Frame(const Target& target);

// Adds to each plan a warning for every source that takes part and has to be flushed first: its
// MANIFEST does not show yet what its write-ahead log holds.
void AddWalWarnings(const std::vector<LoadedSource>& sources, std::vector<plan::Plan>* plans);

}  // namespace rescale::run
