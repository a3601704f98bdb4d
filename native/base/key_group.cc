// SPDX-License-Identifier: Apache-2.0
#include "rescale/key_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace rescale {

KeyGroupRange Intersect(const KeyGroupRange& a, const KeyGroupRange& b) {
  const KeyGroupRange both{std::max(a.first, b.first), std::min(a.last, b.last)};
  return both.empty() ? KeyGroupRange{} : both;
}

std::string ToString(const KeyGroupRange& range) {
  return range.empty() ? "[]" : fmt::format("[{},{}]", range.first, range.last);
}

Result<MaxParallelism> MaxParallelism::Create(uint32_t value) {
  if (value < 1 || value > kUpperBoundMaxParallelism) {
    return Status::InvalidArgument(
        fmt::format("max parallelism {} is not within 1..{}", value, kUpperBoundMaxParallelism));
  }
  return MaxParallelism(value);
}

Result<KeyGroupRange> MaxParallelism::RangeOfSubtask(uint32_t parallelism, uint32_t index) const {
  if (parallelism < 1 || parallelism > value_) {
    return Status::InvalidArgument(fmt::format(
        "parallelism {} is not within 1..{} (the max parallelism)", parallelism, value_));
  }
  if (index >= parallelism) {
    return Status::InvalidArgument(
        fmt::format("subtask {} is not within 0..{}", index, parallelism - 1));
  }
  const uint64_t first = (uint64_t{index} * value_ + parallelism - 1) / parallelism;
  const uint64_t last = ((uint64_t{index} + 1) * value_ - 1) / parallelism;
  return KeyGroupRange{static_cast<int32_t>(first), static_cast<int32_t>(last)};
}

uint32_t MaxParallelism::SubtaskOf(uint32_t parallelism, KeyGroup group) const {
  return static_cast<uint32_t>(uint64_t{group.value} * parallelism / value_);
}

int32_t MurmurHash(int32_t code) {
  auto bits = static_cast<uint32_t>(code);
  bits *= 0xcc9e2d51u;
  bits = std::rotl(bits, 15);
  bits *= 0x1b873593u;
  bits = std::rotl(bits, 13);
  bits = bits * 5 + 0xe6546b64u;
  bits ^= 4;  // the length of the hashed int
  bits ^= bits >> 16;
  bits *= 0x85ebca6bu;
  bits ^= bits >> 13;
  bits *= 0xc2b2ae35u;
  bits ^= bits >> 16;
  const auto hash = static_cast<int32_t>(bits);
  if (hash >= 0) return hash;
  return hash == std::numeric_limits<int32_t>::min() ? 0 : -hash;
}

KeyGroup MaxParallelism::KeyGroupOfHash(int32_t key_hash) const {
  return KeyGroup{static_cast<uint32_t>(MurmurHash(key_hash)) % value_};
}

std::string MaxParallelism::Prefix(uint32_t group) const {
  std::string prefix;
  if (prefix_bytes() == 2) prefix.push_back(static_cast<char>(group >> 8));
  prefix.push_back(static_cast<char>(group));
  return prefix;
}

KeyRange MaxParallelism::ToKeyRange(const KeyGroupRange& range) const {
  if (range.empty()) return KeyRange{"", ""};
  // The prefix after the last key group always fits: 128 in one byte, 32768 in two.
  return KeyRange{Prefix(static_cast<uint32_t>(range.first)),
                  Prefix(static_cast<uint32_t>(range.last) + 1)};
}

std::optional<KeyGroup> MaxParallelism::KeyGroupOf(std::string_view user_key) const {
  if (user_key.size() < prefix_bytes()) return std::nullopt;
  uint32_t group = 0;
  for (size_t i = 0; i < prefix_bytes(); ++i)
    group = group << 8 | static_cast<uint8_t>(user_key[i]);
  return KeyGroup{group};
}

}  // namespace rescale
