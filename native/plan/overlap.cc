// SPDX-License-Identifier: Apache-2.0
#include "plan/overlap.h"

#include <algorithm>

#include "base/internal_key.h"

namespace rescale::plan {
namespace {

// The key group a user key falls into, as if short keys went on with zeros.
uint64_t GroupOf(std::string_view user_key, size_t prefix_bytes) {
  uint64_t group = 0;
  for (size_t i = 0; i < prefix_bytes; ++i) {
    group = group << 8 | (i < user_key.size() ? static_cast<uint8_t>(user_key[i]) : 0u);
  }
  return group;
}

// The first group at or after the exclusive end `user_key`.
uint64_t GroupEnd(std::string_view user_key, bool exclusive, size_t prefix_bytes) {
  const bool at_group_start = user_key.size() <= prefix_bytes;
  return GroupOf(user_key, prefix_bytes) + (exclusive && at_group_start ? 0 : 1);
}

}  // namespace

UpperEnd UpperEnd::Of(const manifest::FileMetaData& file) {
  return {UserKeyOf(file.largest()), IsRangeTombstoneSentinel(file.largest())};
}

Overlap JudgeOverlap(const manifest::FileMetaData& file, const KeyRange& range) {
  const std::string_view smallest = UserKeyOf(file.smallest());
  const UpperEnd end = UpperEnd::Of(file);
  if (end.IsBefore(range.begin)) return {Action::kSkip, Reason::kBelowRange};
  if (range.end && smallest >= *range.end) return {Action::kSkip, Reason::kAboveRange};
  const bool crosses_begin = smallest < range.begin;
  const bool crosses_end = range.end && !end.IsBefore(*range.end);
  if (crosses_begin && crosses_end) return {Action::kTrim, Reason::kCrossesBoth};
  if (crosses_begin) return {Action::kTrim, Reason::kCrossesBegin};
  if (crosses_end) return {Action::kTrim, Reason::kCrossesEnd};
  return {Action::kLink, Reason::kInside};
}

KeyGroupRange ReachOf(const manifest::FileMetaData& file, size_t prefix_bytes) {
  const UpperEnd upper = UpperEnd::Of(file);
  const uint64_t first = GroupOf(UserKeyOf(file.smallest()), prefix_bytes);
  const uint64_t end = GroupEnd(upper.user_key, upper.exclusive, prefix_bytes);
  return {static_cast<int32_t>(first), static_cast<int32_t>(end) - 1};
}

uint64_t ExpectedBytes(const manifest::FileMetaData& file, const KeyRange& range,
                       size_t prefix_bytes) {
  const Overlap overlap = JudgeOverlap(file, range);
  if (overlap.action == Action::kSkip) return 0;
  if (overlap.action == Action::kLink || prefix_bytes == 0) return file.size_bytes;
  const UpperEnd upper = UpperEnd::Of(file);
  const uint64_t first = GroupOf(UserKeyOf(file.smallest()), prefix_bytes);
  const uint64_t end = GroupEnd(upper.user_key, upper.exclusive, prefix_bytes);
  const uint64_t kept_first = std::max(first, GroupOf(range.begin, prefix_bytes));
  const uint64_t kept_end =
      range.end ? std::min(end, GroupEnd(*range.end, true, prefix_bytes)) : end;
  if (kept_first >= kept_end || first >= end) return 0;
  const uint64_t groups = end - first;
  const uint64_t kept = kept_end - kept_first;
  // size * kept / groups, without overflow: both are at most 65536.
  return file.size_bytes / groups * kept + file.size_bytes % groups * kept / groups;
}

}  // namespace rescale::plan
