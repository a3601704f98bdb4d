// SPDX-License-Identifier: Apache-2.0
#include "plan/key_axis.h"

#include <algorithm>
#include <cstdint>

namespace rescale::plan {

size_t KeyAxis::GroupOf(std::string_view user_key) const {
  size_t group = 0;
  for (size_t i = 0; i < prefix_bytes_; ++i) {
    group = group << 8 | (i < user_key.size() ? static_cast<uint8_t>(user_key[i]) : 0u);
  }
  return group;
}

void KeyAxis::Finish() {
  std::sort(keys_.begin(), keys_.end());
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  groups_.assign(size_t{1} << (8 * prefix_bytes_), Span{});
  for (size_t i = 0; i < keys_.size(); ++i) {
    Span& span = groups_[GroupOf(keys_[i])];
    if (span.end == 0) span.begin = i;
    span.end = i + 1;
  }
}

double KeyAxis::Position(std::string_view user_key) const {
  const size_t group = GroupOf(user_key);
  const bool at_group_begin = prefix_bytes_ != 0 && user_key.size() <= prefix_bytes_;
  if (at_group_begin) return static_cast<double>(group);
  const Span& span = groups_[group];
  const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(span.begin);
  const auto end = keys_.begin() + static_cast<std::ptrdiff_t>(span.end);
  const auto rank = static_cast<double>(std::lower_bound(begin, end, user_key) - begin);
  const auto count = static_cast<double>(span.end - span.begin);
  return static_cast<double>(group) + (rank + 1) / (count + 1);
}

}  // namespace rescale::plan
