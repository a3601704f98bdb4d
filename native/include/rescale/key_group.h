// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rescale/export.h"
#include "rescale/status.h"
#include "rescale/types.h"

namespace rescale {

// Flink's upper bound of max parallelism (KeyGroupRangeAssignment.UPPER_BOUND_MAX_PARALLELISM).
inline constexpr uint32_t kUpperBoundMaxParallelism = 32768;

// Key groups first..last, both ends included, as Flink's KeyGroupRange. Empty when last < first.
struct KeyGroupRange {
  int32_t first = 0;
  int32_t last = -1;

  bool empty() const { return last < first; }
  uint32_t size() const { return empty() ? 0 : static_cast<uint32_t>(last - first) + 1; }
  bool Contains(KeyGroup group) const {
    return static_cast<int64_t>(group.value) >= first && static_cast<int64_t>(group.value) <= last;
  }
  bool operator==(const KeyGroupRange&) const = default;
};

// The key groups in both; an empty range when there are none.
RESCALE_EXPORT KeyGroupRange Intersect(const KeyGroupRange& a, const KeyGroupRange& b);
// "[32,63]", or "[]" when empty.
RESCALE_EXPORT std::string ToString(const KeyGroupRange& range);

// Keys [begin, end) in bytewise order; no end means up to the last key.
struct KeyRange {
  std::string begin;
  std::optional<std::string> end;

  bool Contains(std::string_view user_key) const {
    return user_key >= begin && (!end || user_key < *end);
  }
  bool empty() const { return end && *end <= begin; }
  bool operator==(const KeyRange&) const = default;
};

// A job's max parallelism: how many key groups there are, and how they prefix every key.
// Made only by Create, so a value is always in 1..32768.
class RESCALE_EXPORT MaxParallelism {
 public:
  // InvalidArgument unless 1 <= value <= 32768.
  static Result<MaxParallelism> Create(uint32_t value);

  uint32_t value() const { return value_; }
  // Bytes of the big-endian key-group prefix: 1 up to 128, else 2
  // (CompositeKeySerializationUtils.computeRequiredBytesInKeyGroupPrefix).
  size_t prefix_bytes() const { return value_ > 128 ? 2 : 1; }

  // All key groups, [0, value - 1].
  KeyGroupRange all() const { return {0, static_cast<int32_t>(value_) - 1}; }

  // The key groups of subtask `index` among `parallelism`
  // (KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex).
  // InvalidArgument unless index < parallelism <= value.
  Result<KeyGroupRange> RangeOfSubtask(uint32_t parallelism, uint32_t index) const;

  // The subtask that owns `group` among `parallelism`
  // (KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup).
  uint32_t SubtaskOf(uint32_t parallelism, KeyGroup group) const;

  // The key group of a Java hashCode: murmur of the hash, modulo the max parallelism
  // (KeyGroupRangeAssignment.computeKeyGroupForKeyHash).
  KeyGroup KeyGroupOfHash(int32_t key_hash) const;

  // The keys of a key-group range. The one place where the two kinds of range meet.
  // An empty range gives an empty KeyRange.
  KeyRange ToKeyRange(const KeyGroupRange& range) const;

  // The key group a user key starts with; none when the key is shorter than the prefix. The value
  // may be outside all(): such a key belongs to nobody.
  std::optional<KeyGroup> KeyGroupOf(std::string_view user_key) const;

  // Big-endian prefix of a key group, prefix_bytes() long.
  std::string Prefix(uint32_t group) const;

 private:
  explicit MaxParallelism(uint32_t value) : value_(value) {}
  uint32_t value_;
};

// Flink's MathUtils.murmurHash: never negative.
RESCALE_EXPORT int32_t MurmurHash(int32_t code);

}  // namespace rescale
