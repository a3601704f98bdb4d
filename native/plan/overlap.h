// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

// What the MANIFEST bounds of one SST mean against a range of keys. Bounds are internal keys of at
// least 8 bytes; both ends belong to the file, unless the largest is the range tombstone sentinel,
// which ends before every version of its user key.
namespace rescale::plan {

struct Overlap {
  Action action = Action::kSkip;
  Reason reason = Reason::kInside;
};

Overlap JudgeOverlap(const manifest::FileMetaData& file, const KeyRange& range);

// The key groups that the bounds of a file reach from and to. The upper bound may be no key, and
// the last group then beyond any max parallelism.
KeyGroupRange ReachOf(const manifest::FileMetaData& file, size_t prefix_bytes);

// The upper end of a file, or of a hull of files, for comparing with the lower end of another.
struct UpperEnd {
  std::string_view user_key;
  bool exclusive = false;

  static UpperEnd Of(const manifest::FileMetaData& file);
  bool IsBefore(std::string_view key) const { return exclusive ? user_key <= key : user_key < key; }
  bool operator<(const UpperEnd& other) const {
    return user_key != other.user_key ? user_key < other.user_key : exclusive && !other.exclusive;
  }
};

}  // namespace rescale::plan
