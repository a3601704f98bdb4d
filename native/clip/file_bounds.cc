// SPDX-License-Identifier: Apache-2.0
#include "clip/file_bounds.h"

#include <utility>

#include "base/internal_key.h"

namespace rescale::clip {
namespace {

// The key as readers see it: entries of an ingested file are stored with sequence number 0.
std::string AsRead(std::string_view key, const std::optional<SequenceNumber>& global_sequence) {
  InternalKey parsed;
  if (!global_sequence || !ParseInternalKey(key, &parsed)) return std::string(key);
  return MakeInternalKey(parsed.user_key, *global_sequence, parsed.type());
}

std::string SmallestOf(const KeptContents& contents) {
  std::string smallest;
  if (!contents.first_key.empty()) {
    smallest = AsRead(contents.first_key, contents.global_sequence);
  }
  for (const sst::RangeTombstone& tombstone : *contents.tombstones) {
    std::string start =
        MakeInternalKey(tombstone.begin, contents.global_sequence.value_or(tombstone.sequence),
                        ValueType::kRangeDeletion);
    if (smallest.empty() || CompareInternalKeys(start, smallest) < 0) smallest = std::move(start);
  }
  return smallest;
}

std::string LargestOf(const KeptContents& contents) {
  std::string largest;
  if (!contents.last_key.empty()) largest = AsRead(contents.last_key, contents.global_sequence);
  for (const sst::RangeTombstone& tombstone : *contents.tombstones) {
    std::string end = MakeRangeTombstoneSentinel(tombstone.end);
    if (largest.empty() || CompareInternalKeys(end, largest) > 0) largest = std::move(end);
  }
  return largest;
}

}  // namespace

TrimmedSides SidesTrimmed(const KeyRange& range, std::string_view smallest,
                          std::string_view largest) {
  const std::string_view first = UserKeyOf(smallest);
  const std::string_view last = UserKeyOf(largest);
  const bool last_is_outside = IsRangeTombstoneSentinel(largest);  // the bound is exclusive
  TrimmedSides sides;
  sides.nothing_left = range.empty() || (range.end && first >= *range.end) || last < range.begin ||
                       (last_is_outside && last == range.begin);
  sides.left = first < range.begin;
  sides.right = range.end && !(last < *range.end || (last_is_outside && last == *range.end));
  return sides;
}

FileBounds ComputeBounds(const TrimmedSides& sides, const KeptContents& contents,
                         std::string_view smallest, std::string_view largest) {
  return {sides.left ? SmallestOf(contents) : std::string(smallest),
          sides.right ? LargestOf(contents) : std::string(largest)};
}

}  // namespace rescale::clip
