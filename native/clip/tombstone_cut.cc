// SPDX-License-Identifier: Apache-2.0
#include "clip/tombstone_cut.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/internal_key.h"
#include "sst/block_builder.h"

namespace rescale::clip {
namespace {

bool IsOutside(const sst::RangeTombstone& tombstone, std::string_view smallest,
               std::string_view largest) {
  if (tombstone.end <= UserKeyOf(smallest)) return true;
  return IsRangeTombstoneSentinel(largest) ? tombstone.begin >= UserKeyOf(largest)
                                           : tombstone.begin > UserKeyOf(largest);
}

}  // namespace

std::vector<sst::RangeTombstone> CutTombstones(std::vector<sst::RangeTombstone> tombstones,
                                               const KeyRange& range, std::string_view smallest,
                                               std::string_view largest) {
  std::vector<sst::RangeTombstone> kept;
  for (sst::RangeTombstone& tombstone : tombstones) {
    if (IsOutside(tombstone, smallest, largest)) continue;
    if (tombstone.begin < range.begin) tombstone.begin = range.begin;
    if (range.end && tombstone.end > *range.end) tombstone.end = *range.end;
    if (tombstone.begin < tombstone.end) kept.push_back(std::move(tombstone));
  }
  // Newest first among those that begin alike, then the longest: what remains of each run of equal
  // keys is its first.
  std::sort(kept.begin(), kept.end(),
            [](const sst::RangeTombstone& a, const sst::RangeTombstone& b) {
              return std::tie(a.begin, b.sequence, b.end) < std::tie(b.begin, a.sequence, a.end);
            });
  kept.erase(std::unique(kept.begin(), kept.end(),
                         [](const sst::RangeTombstone& a, const sst::RangeTombstone& b) {
                           return a.begin == b.begin && a.sequence == b.sequence;
                         }),
             kept.end());
  return kept;
}

std::string EncodeTombstones(const std::vector<sst::RangeTombstone>& tombstones) {
  sst::BlockBuilder builder(1);
  for (const sst::RangeTombstone& tombstone : tombstones) {
    builder.Add(MakeInternalKey(tombstone.begin, tombstone.sequence, ValueType::kRangeDeletion),
                tombstone.end);
  }
  return builder.Finish();
}

uint64_t TombstoneKeyBytes(const std::vector<sst::RangeTombstone>& tombstones) {
  uint64_t bytes = 0;
  for (const sst::RangeTombstone& tombstone : tombstones) {
    bytes += tombstone.begin.size() + kInternalKeyFooterBytes;
  }
  return bytes;
}

uint64_t TombstoneValueBytes(const std::vector<sst::RangeTombstone>& tombstones) {
  uint64_t bytes = 0;
  for (const sst::RangeTombstone& tombstone : tombstones) bytes += tombstone.end.size();
  return bytes;
}

}  // namespace rescale::clip
