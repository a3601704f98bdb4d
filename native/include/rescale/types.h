// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace rescale {

// An integer with a name: two different kinds do not mix by accident.
template <typename Tag, typename Rep>
struct StrongInt {
  Rep value = 0;

  constexpr StrongInt() = default;
  constexpr explicit StrongInt(Rep v) : value(v) {}
  constexpr auto operator<=>(const StrongInt&) const = default;
};

// Number of an SST, blob, MANIFEST, OPTIONS or log file; unique within one database.
using FileNumber = StrongInt<struct FileNumberTag, uint64_t>;
// RocksDB's sequence number, at most 2^56 - 1.
using SequenceNumber = StrongInt<struct SequenceNumberTag, uint64_t>;
// LSM level, 0 is the newest.
using Level = StrongInt<struct LevelTag, int32_t>;
// Flink's key group, 0 to max parallelism - 1.
using KeyGroup = StrongInt<struct KeyGroupTag, uint32_t>;

inline constexpr SequenceNumber kMaxSequenceNumber{(uint64_t{1} << 56) - 1};

}  // namespace rescale

template <typename Tag, typename Rep>
struct std::hash<rescale::StrongInt<Tag, Rep>> {
  size_t operator()(const rescale::StrongInt<Tag, Rep>& v) const noexcept {
    return std::hash<Rep>{}(v.value);
  }
};
