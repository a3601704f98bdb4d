// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "base/internal_key.h"
#include "rescale/key_group.h"

namespace rescale::verify {

struct EntryCount {
  uint64_t entries = 0;
  uint64_t digest = 0;
  bool operator==(const EntryCount&) const = default;
};

// Counts entries by key group, with a digest that does not depend on their order: the sum, modulo
// 2^64, of a 64-bit XXH3 of each internal key and value. Two sets of entries with equal counts and
// digests are the same set, but for chance. Without max parallelism all entries are in group 0.
// Memory: one small node a key group. Not thread-safe.
class KeyGroupTally {
 public:
  // Keys that belong to no key group: too short, or of a group beyond max parallelism.
  static constexpr uint32_t kNobody = 0xffffffff;

  explicit KeyGroupTally(std::optional<MaxParallelism> max_parallelism = std::nullopt)
      : max_parallelism_(max_parallelism) {}
  KeyGroupTally(KeyGroupTally&&) = default;  // nodes of the map stay where they are
  KeyGroupTally& operator=(KeyGroupTally&&) = default;

  void Add(std::string_view internal_key, std::string_view value);
  void Merge(const KeyGroupTally& other);
  uint32_t GroupOf(std::string_view user_key) const;
  const std::map<uint32_t, EntryCount>& groups() const { return groups_; }

 private:
  std::optional<MaxParallelism> max_parallelism_;
  std::map<uint32_t, EntryCount> groups_;
  // The group of the last entry: keys come in order, so it mostly is the next one's too.
  uint32_t last_group_ = 0;
  EntryCount* last_ = nullptr;
};

}  // namespace rescale::verify
