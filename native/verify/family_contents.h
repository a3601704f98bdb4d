// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "verify/key_group_tally.h"
#include "verify/tombstone_cover.h"

namespace rescale::verify {

// What one column family holds, added up over its files. Safe to use from several threads while
// files are added.
struct FamilyContents {
  explicit FamilyContents(std::optional<MaxParallelism> max_parallelism) : tally(max_parallelism) {}

  void Add(const KeyGroupTally& more, TombstoneCover cover) {
    const std::lock_guard<std::mutex> lock(mutex);
    tally.Merge(more);
    tombstones.Merge(std::move(cover));
  }

  std::mutex mutex;
  KeyGroupTally tally;
  TombstoneCover tombstones;
};

// By column family name.
using Contents = std::map<std::string, FamilyContents, std::less<>>;

}  // namespace rescale::verify
