// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rescale/types.h"

namespace rescale {

// Kinds of entries an SST can hold. RocksDB main (11.9) `db/dbformat.h`, enum ValueType.
enum class ValueType : uint8_t {
  kDeletion = 0x00,
  kValue = 0x01,
  kMerge = 0x02,
  kSingleDeletion = 0x07,
  kRangeDeletion = 0x0F,
  kBlobIndex = 0x11,
  kDeletionWithTimestamp = 0x14,
  kWideColumnEntity = 0x16,     // since 7.5
  kValuePreferredSeqno = 0x18,  // since 9.1
};

// Whether a type is one of these: what a bound in a MANIFEST must have for RocksDB to take it
// (`db/dbformat.h`, IsExtendedValueType).
bool IsKnownValueType(ValueType type);

inline constexpr size_t kInternalKeyFooterBytes = 8;

// An internal key taken apart: user key, then fixed64((sequence << 8) | type) little-endian.
// `user_key` points into the encoded key.
struct InternalKey {
  std::string_view user_key;
  uint64_t packed = 0;  // (sequence << 8) | type

  SequenceNumber sequence() const { return SequenceNumber{packed >> 8}; }
  ValueType type() const { return static_cast<ValueType>(packed & 0xff); }
};

// False when the encoded key is shorter than 8 bytes.
bool ParseInternalKey(std::string_view encoded, InternalKey* key);
// Only for keys of at least 8 bytes.
inline std::string_view UserKeyOf(std::string_view internal_key) {
  return internal_key.substr(0, internal_key.size() - kInternalKeyFooterBytes);
}
std::string MakeInternalKey(std::string_view user_key, SequenceNumber sequence, ValueType type);

// RocksDB's order of internal keys under the bytewise comparator: user key ascending, then packed
// number descending (newer first). Negative, 0 or positive. Both at least 8 bytes.
int CompareInternalKeys(std::string_view a, std::string_view b);

// The largest bound of a file that ends in a range tombstone: (end key, 2^56-1, RangeDeletion). It
// is exclusive: it sorts before every real version of that user key. RocksDB `db/dbformat.h`,
// kRangeTombstoneSentinel.
bool IsRangeTombstoneSentinel(std::string_view internal_key);
std::string MakeRangeTombstoneSentinel(std::string_view user_key);

// A key for people: printable ASCII as it is, other bytes as \xNN.
std::string EscapeKey(std::string_view key);

}  // namespace rescale
