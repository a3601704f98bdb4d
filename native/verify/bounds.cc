// SPDX-License-Identifier: Apache-2.0
#include "verify/bounds.h"

#include <fmt/format.h>

#include "base/internal_key.h"
#include "manifest/level_check.h"

namespace rescale::verify {
namespace {

bool LiesIn(const KeyRange& range, const manifest::FileMetaData& file) {
  if (range.empty() || UserKeyOf(file.smallest()) < range.begin) return false;
  if (!range.end) return true;
  const int order = UserKeyOf(file.largest()).compare(*range.end);
  return order < 0 || (order == 0 && IsRangeTombstoneSentinel(file.largest()));
}

}  // namespace

Status CheckBounds(const manifest::Version& version, const MaxParallelism& max_parallelism,
                   const KeyGroupRange& range) {
  const KeyRange keys = max_parallelism.ToKeyRange(range);
  for (const manifest::ColumnFamily& family : version.column_families) {
    for (const auto& level : family.levels) {
      for (const manifest::FileMetaData& file : level) {
        if (LiesIn(keys, file)) continue;
        return Status::Corruption(
            fmt::format("column family '{}', L{}: the bounds of {} reach outside the key groups {}",
                        family.name, file.level, manifest::DescribeBounds(file), ToString(range)));
      }
    }
  }
  return Status::Ok();
}

}  // namespace rescale::verify
