// SPDX-License-Identifier: Apache-2.0
#include "source_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "source_argument.h"

namespace rescale::cli {

namespace {

// The key groups that the SSTs of a source lie in.
struct Reach {
  bool inside = false;  // some SST reaches the owned range
  int32_t first = std::numeric_limits<int32_t>::max();
  int32_t last = -1;
};

void Add(const PlannedSst& file, const PlanOptions& options, std::vector<Reach>* reaches) {
  const std::optional<KeyGroup> first = options.max_parallelism.KeyGroupOf(file.smallest_user_key);
  const std::optional<KeyGroup> last = options.max_parallelism.KeyGroupOf(file.largest_user_key);
  Reach& reach = (*reaches)[file.source];
  if (!first || !last) return;
  KeyGroupRange range{static_cast<int32_t>(first->value), static_cast<int32_t>(last->value)};
  if (!file.largest_included) range.last = std::max(range.first, range.last - 1);
  reach.inside |= !Intersect(range, options.sources[file.source].owned).empty();
  reach.first = std::min(reach.first, range.first);
  reach.last = std::max(reach.last, range.last);
}

// Leftovers of an earlier rescale reach past what a source owns. A source whose keys are shifted
// against it, past one end and short of the other, was given another range than it had: a source
// was left out, or the max parallelism is not the job's.
bool IsShifted(const Reach& reach, const KeyGroupRange& owned) {
  return (reach.first < owned.first && reach.last < owned.last) ||
         (reach.first > owned.first && reach.last > owned.last);
}

}  // namespace

Status CheckSourceOrder(const RescalePlan& plan, const PlanOptions& options,
                        const std::vector<std::string>& arguments) {
  if (plan.target_count() == 0) return Status::Ok();
  std::vector<Reach> reaches(options.sources.size());
  // Every SST of every source is in the plan of each target.
  plan.ForEachFile(0, [&](const PlannedSst& file) { Add(file, options, &reaches); });
  for (size_t i = 0; i < reaches.size(); ++i) {
    const Reach& reach = reaches[i];
    const bool has_range = !SplitSourceArgument(arguments[i]).range.empty();
    if (reach.last < 0 || has_range) continue;
    if (reach.inside && !IsShifted(reach, options.sources[i].owned)) continue;
    return Status::InvalidArgument(fmt::format(
        "source {} is subtask {} of {} by its position and owns key groups {}, but its SSTs lie in "
        "{}; give all sources, in subtask order (beware of a shell's *, which puts 10 before 2), "
        "and the job's max parallelism, or name what it owns: {}@LO-HI",
        arguments[i], i, arguments.size(), ToString(options.sources[i].owned),
        ToString(KeyGroupRange{reach.first, reach.last}), arguments[i]));
  }
  return Status::Ok();
}

}  // namespace rescale::cli
