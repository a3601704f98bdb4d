// SPDX-License-Identifier: Apache-2.0
#include "run/key_group_spread.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/internal_key.h"

namespace rescale::run {

KeyGroupSpread::KeyGroupSpread(const MaxParallelism& max_parallelism)
    : max_parallelism_(max_parallelism), steps_(size_t{max_parallelism.value()} + 1) {}

void KeyGroupSpread::Add(const manifest::FileMetaData& file) {
  const std::string_view last_key = UserKeyOf(file.largest());
  const std::optional<KeyGroup> first = max_parallelism_.KeyGroupOf(UserKeyOf(file.smallest()));
  const std::optional<KeyGroup> last = max_parallelism_.KeyGroupOf(last_key);
  const uint32_t limit = max_parallelism_.value();
  if (!first || !last || last->value >= limit) ++odd_files_;
  // A key shorter than the prefix sorts before the first key group it could be of.
  uint32_t begin = first ? first->value : 0;
  uint32_t end = last ? last->value + 1 : 0;
  // The sentinel is exclusive: at the very beginning of a key group it does not reach into it.
  const bool at_edge = last_key.size() == max_parallelism_.prefix_bytes();
  if (last && at_edge && IsRangeTombstoneSentinel(file.largest()) && end > begin + 1) --end;
  begin = std::min(begin, limit);
  end = std::min(end, limit);
  if (begin >= end) return;

  // Whole bytes each, the remainder to the first ones, so that the sum is exact.
  const uint32_t groups = end - begin;
  const uint64_t share = file.size_bytes / groups;
  const auto remainder = static_cast<uint32_t>(file.size_bytes % groups);
  steps_[begin].files += 1;
  steps_[end].files -= 1;
  steps_[begin].bytes += share;
  steps_[end].bytes -= share;
  if (remainder > 0) {
    steps_[begin].bytes += 1;
    steps_[begin + remainder].bytes -= 1;
  }
}

std::vector<KeyGroupSummary> KeyGroupSpread::Groups() const {
  std::vector<KeyGroupSummary> groups;
  Step sum;
  for (uint32_t group = 0; group < max_parallelism_.value(); ++group) {
    sum.files += steps_[group].files;
    sum.bytes += steps_[group].bytes;
    if (sum.files == 0) continue;
    groups.push_back({group, sum.files, sum.bytes});
  }
  return groups;
}

std::optional<FilesPerKeyGroup> Summarize(const std::vector<KeyGroupSummary>& groups) {
  if (groups.empty()) return std::nullopt;
  FilesPerKeyGroup spread;
  spread.min = std::numeric_limits<uint64_t>::max();
  const auto count = static_cast<double>(groups.size());
  for (const KeyGroupSummary& group : groups) {
    spread.min = std::min(spread.min, group.files);
    spread.max = std::max(spread.max, group.files);
    spread.mean += static_cast<double>(group.files) / count;
  }
  double variance = 0;
  for (const KeyGroupSummary& group : groups) {
    const double difference = static_cast<double>(group.files) - spread.mean;
    variance += difference * difference / count;
  }
  spread.stdev = std::sqrt(variance);
  return spread;
}

}  // namespace rescale::run
