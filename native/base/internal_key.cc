// SPDX-License-Identifier: Apache-2.0
#include "base/internal_key.h"

#include "base/coding.h"

namespace rescale {
namespace {

uint64_t Pack(SequenceNumber sequence, ValueType type) {
  return (sequence.value << 8) | static_cast<uint8_t>(type);
}

constexpr uint64_t kSentinelPacked =
    (kMaxSequenceNumber.value << 8) | static_cast<uint8_t>(ValueType::kRangeDeletion);

uint64_t PackedOf(std::string_view internal_key) {
  return DecodeFixed64(internal_key.data() + internal_key.size() - kInternalKeyFooterBytes);
}

}  // namespace

bool ParseInternalKey(std::string_view encoded, InternalKey* key) {
  if (encoded.size() < kInternalKeyFooterBytes) return false;
  key->user_key = UserKeyOf(encoded);
  key->packed = PackedOf(encoded);
  return true;
}

std::string MakeInternalKey(std::string_view user_key, SequenceNumber sequence, ValueType type) {
  std::string key(user_key);
  PutFixed64(&key, Pack(sequence, type));
  return key;
}

int CompareInternalKeys(std::string_view a, std::string_view b) {
  if (const int order = UserKeyOf(a).compare(UserKeyOf(b)); order != 0) return order;
  const uint64_t packed_a = PackedOf(a);
  const uint64_t packed_b = PackedOf(b);
  return packed_a > packed_b ? -1 : packed_a < packed_b ? 1 : 0;
}

bool IsKnownValueType(ValueType type) {
  switch (type) {
    case ValueType::kDeletion:
    case ValueType::kValue:
    case ValueType::kMerge:
    case ValueType::kSingleDeletion:
    case ValueType::kRangeDeletion:
    case ValueType::kBlobIndex:
    case ValueType::kDeletionWithTimestamp:
    case ValueType::kWideColumnEntity:
    case ValueType::kValuePreferredSeqno:
      return true;
  }
  return false;
}

bool IsRangeTombstoneSentinel(std::string_view internal_key) {
  return internal_key.size() >= kInternalKeyFooterBytes &&
         PackedOf(internal_key) == kSentinelPacked;
}

std::string MakeRangeTombstoneSentinel(std::string_view user_key) {
  return MakeInternalKey(user_key, kMaxSequenceNumber, ValueType::kRangeDeletion);
}

std::string EscapeKey(std::string_view key) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(key.size());
  for (const char c : key) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte >= 0x20 && byte < 0x7f && c != '\\') {
      out.push_back(c);
    } else {
      out += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

}  // namespace rescale
