// SPDX-License-Identifier: Apache-2.0
#include "state/restore_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace rescale::bench {

std::string RestoreTask::name() const {
  return fmt::format("{}->{}", state->parallelism, parallelism);
}

KeyRange RestoreTask::PartOf(const StateHandle& source) const {
  return state->max_parallelism.ToKeyRange(Intersect(source.owned, groups));
}

std::vector<KeyRange> RestoreTask::OutsideOf(const StateHandle& source) const {
  std::vector<KeyRange> ranges;
  const KeyGroupRange before{source.owned.first, std::min(source.owned.last, groups.first - 1)};
  const KeyGroupRange after{std::max(source.owned.first, groups.last + 1), source.owned.last};
  for (const KeyGroupRange& range : {before, after}) {
    if (!range.empty()) ranges.push_back(state->max_parallelism.ToKeyRange(range));
  }
  return ranges;
}

std::vector<uint32_t> SourcesOf(const MaxParallelism& max, uint32_t from, uint32_t to,
                                uint32_t index) {
  std::vector<uint32_t> sources;
  for (uint32_t i = 0; i < from; ++i) {
    if (!Intersect(*max.RangeOfSubtask(from, i), *max.RangeOfSubtask(to, index)).empty()) {
      sources.push_back(i);
    }
  }
  return sources;
}

uint32_t BusiestSubtask(const MaxParallelism& max, uint32_t from, uint32_t to) {
  uint32_t busiest = 0;
  for (uint32_t i = 1; i < to; ++i) {
    if (SourcesOf(max, from, to, i).size() > SourcesOf(max, from, to, busiest).size()) busiest = i;
  }
  return busiest;
}

RestoreTask MakeRestoreTask(const State& state, uint32_t to) {
  RestoreTask task;
  task.state = &state;
  task.parallelism = to;
  task.index = BusiestSubtask(state.max_parallelism, state.parallelism, to);
  task.groups = *state.max_parallelism.RangeOfSubtask(to, task.index);
  task.keys = state.max_parallelism.ToKeyRange(task.groups);
  uint32_t covered = 0;
  for (const StateHandle& source : state.sources) {
    const KeyGroupRange part = Intersect(source.owned, task.groups);
    if (part.empty()) continue;
    task.sources.push_back(source);
    covered += part.size();
  }
  if (covered != task.groups.size()) {
    throw std::runtime_error(
        fmt::format("{}: a source of subtask {} was not made", task.name(), task.index));
  }
  return task;
}

}  // namespace rescale::bench
