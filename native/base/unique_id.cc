// SPDX-License-Identifier: Apache-2.0
#include "base/unique_id.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/coding.h"

namespace rescale {
namespace {

bool DecodeBase36(std::string_view digits, uint64_t* v) {
  uint64_t result = 0;
  for (const char c : digits) {
    uint64_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint64_t>(c - '0');
    } else if (c >= 'A' && c <= 'Z') {
      digit = static_cast<uint64_t>(c - 'A') + 10;
    } else {
      return false;
    }
    result = result * 36 + digit;
  }
  *v = result;
  return true;
}

}  // namespace

bool ComputeUniqueId(std::string_view db_id, std::string_view session_id,
                     FileNumber original_number, UniqueId* id) {
  constexpr size_t kLowDigits = 12;
  if (session_id.size() < 13 || session_id.size() > 24) return false;
  uint64_t high_part = 0;
  uint64_t low_part = 0;
  if (!DecodeBase36(session_id.substr(0, session_id.size() - kLowDigits), &high_part) ||
      !DecodeBase36(session_id.substr(session_id.size() - kLowDigits), &low_part)) {
    return false;
  }
  // `table/unique_id.cc`, DecodeSessionId: 62 bits of the low part, the rest above.
  const uint64_t session_upper = high_part >> 2;
  const uint64_t session_lower = (low_part & (~uint64_t{0} >> 2)) | high_part << 62;
  const XXH128_hash_t db_hash = XXH3_128bits_withSeed(db_id.data(), db_id.size(), session_upper);
  EncodeFixed64(id->data(), session_lower);
  EncodeFixed64(id->data() + 8, db_hash.high64 ^ original_number.value);
  return true;
}

}  // namespace rescale
