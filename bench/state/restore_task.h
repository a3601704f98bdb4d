// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "state/state.h"

namespace rescale::bench {

// What one subtask of the new job has to restore.
struct RestoreTask {
  const State* state = nullptr;  // outlives it
  uint32_t parallelism = 1;      // of the new job
  uint32_t index = 0;
  KeyGroupRange groups;
  KeyRange keys;
  std::vector<StateHandle> sources;  // those with a part in it

  std::string name() const;  // "4->2"
  const std::vector<std::string>& families() const { return state->families; }
  // Of what `source` owns, the keys that this task owns too.
  KeyRange PartOf(const StateHandle& source) const;
  // Of what `source` owns, the keys that this task does not own: up to two ranges.
  std::vector<KeyRange> OutsideOf(const StateHandle& source) const;
};

// The index of the first of the new subtasks with most sources: the one that has most to do.
uint32_t BusiestSubtask(const MaxParallelism& max, uint32_t from, uint32_t to);
// The old subtasks which it takes parts of.
std::vector<uint32_t> SourcesOf(const MaxParallelism& max, uint32_t from, uint32_t to,
                                uint32_t index);

// Throws std::runtime_error when `state` lacks a source of it.
RestoreTask MakeRestoreTask(const State& state, uint32_t to);

}  // namespace rescale::bench
