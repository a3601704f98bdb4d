// SPDX-License-Identifier: Apache-2.0
#include "verify/key_group_tally.h"

#include <xxhash.h>

namespace rescale::verify {

uint32_t KeyGroupTally::GroupOf(std::string_view user_key) const {
  if (!max_parallelism_) return 0;
  const std::optional<KeyGroup> group = max_parallelism_->KeyGroupOf(user_key);
  if (!group || group->value >= max_parallelism_->value()) return kNobody;
  return group->value;
}

void KeyGroupTally::Add(std::string_view internal_key, std::string_view value) {
  const uint32_t group = GroupOf(UserKeyOf(internal_key));
  if (last_ == nullptr || group != last_group_) {
    last_ = &groups_[group];
    last_group_ = group;
  }
  ++last_->entries;
  const uint64_t seed = XXH3_64bits(internal_key.data(), internal_key.size());
  last_->digest += XXH3_64bits_withSeed(value.data(), value.size(), seed);
}

void KeyGroupTally::Merge(const KeyGroupTally& other) {
  for (const auto& [group, count] : other.groups_) {
    EntryCount& mine = groups_[group];
    mine.entries += count.entries;
    mine.digest += count.digest;
  }
}

}  // namespace rescale::verify
