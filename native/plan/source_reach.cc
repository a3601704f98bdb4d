// SPDX-License-Identifier: Apache-2.0
#include "plan/source_reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "plan/overlap.h"

namespace rescale::plan {
namespace {

// The least range with both in it.
KeyGroupRange Hull(const KeyGroupRange& a, const KeyGroupRange& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.first, b.first), std::max(a.last, b.last)};
}

}  // namespace

SourceReach::SourceReach(const MaxParallelism& max_parallelism, const KeyGroupRange& owned)
    : max_parallelism_(max_parallelism),
      owned_(owned),
      owned_keys_(max_parallelism.ToKeyRange(owned)) {}

void SourceReach::Add(const manifest::FileMetaData& file) {
  ++files_;
  if (JudgeOverlap(file, owned_keys_).action == Action::kSkip) ++files_outside_;
  const KeyGroupRange reach = ReachOf(file, max_parallelism_.prefix_bytes());
  below_ = Hull(below_, Intersect(reach, {0, owned_.first - 1}));
  inside_ = Hull(inside_, Intersect(reach, owned_));
  above_ = Hull(above_, Intersect(reach, {owned_.last + 1, max_parallelism_.all().last}));
}

KeyGroupRange SourceReach::all() const { return Hull(Hull(below_, inside_), above_); }

bool SourceReach::IsShifted() const {
  const bool reaches_first = inside_.first == owned_.first || !below_.empty();
  const bool reaches_last = inside_.last == owned_.last || !above_.empty();
  return (!below_.empty() && !reaches_last) || (!above_.empty() && !reaches_first);
}

Status SourceReach::CheckAssumedRange(const std::string& source, size_t position,
                                      size_t count) const {
  if (all().empty() || (!inside_.empty() && !IsShifted())) return Status::Ok();
  return Status::InvalidArgument(fmt::format(
      "source {} is subtask {} of {} by its position and owns key groups {}, but its SSTs lie in "
      "{}; give all sources, in subtask order (beware of a shell's *, which puts 10 before 2), and "
      "the job's max parallelism, or name what it owns: {}@LO-HI",
      source, position, count, rescale::ToString(owned_), rescale::ToString(all()), source));
}

std::string SourceReach::LeftoverWarning(const std::string& source) const {
  std::vector<std::string> groups;
  for (const KeyGroupRange& side : {below_, above_}) {
    if (!side.empty()) groups.push_back(rescale::ToString(side));
  }
  if (groups.empty()) return "";
  return fmt::format(
      "{}: owns key groups {}, its SSTs reach into {} as well ({} of {} lie wholly there); what it "
      "has of those is left out: leftovers of an earlier rescale, or the sources' order or the max "
      "parallelism is not the job's",
      source, rescale::ToString(owned_), fmt::join(groups, " and "), files_outside_, files_);
}

std::string SourceReach::UnreachedWarning(const std::string& source) const {
  if (inside_.empty()) return "";
  const KeyGroupRange ends[] = {{owned_.first, inside_.first - 1}, {inside_.last + 1, owned_.last}};
  const KeyGroupRange& longer = ends[0].size() >= ends[1].size() ? ends[0] : ends[1];
  if (longer.size() < 2 || longer.size() < owned_.size() / 4) return "";
  return fmt::format(
      "{}: owns key groups {} by its position, but its SSTs reach only {}; was a source left out?",
      source, rescale::ToString(owned_), rescale::ToString(inside_));
}

}  // namespace rescale::plan
