// SPDX-License-Identifier: Apache-2.0
#include "plan/key_group_check.h"

#include <fmt/format.h>

#include "base/internal_key.h"
#include "plan/overlap.h"
#include "plan/refusals.h"

namespace rescale::plan {
namespace {

Status CheckBounds(const Source& source, const MaxParallelism& max_parallelism,
                   const manifest::FileMetaData& file) {
  // The upper bound of a file that ends in a range tombstone is no key, and may be anything.
  const bool ends_in_tombstone = IsRangeTombstoneSentinel(file.largest());
  for (const std::string_view bound : {file.smallest(), file.largest()}) {
    if (ends_in_tombstone && bound.data() == file.largest().data()) continue;
    const auto group = max_parallelism.KeyGroupOf(UserKeyOf(bound));
    if (!group || group->value < max_parallelism.value()) continue;
    return Status::InvalidArgument(
               fmt::format(
                   "it has a key of key group {}, but the max parallelism was given as {}; a "
                   "job's max parallelism never changes: give the one it was started with",
                   group->value, max_parallelism.value()))
        .At(TablePath(source, file.number));
  }
  return Status::Ok();
}

}  // namespace

Status CheckKeyGroups(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                      Plan* plan) {
  for (size_t i = 0; i < sources.size(); ++i) {
    if (!plan->ranges[i].takes_part) continue;
    const KeyRange owned = max_parallelism.ToKeyRange(sources[i].owned);
    uint64_t files = 0;
    uint64_t outside = 0;
    for (const manifest::ColumnFamily& family : sources[i].version->column_families) {
      for (const auto& level : family.levels) {
        for (const manifest::FileMetaData& file : level) {
          RESCALE_RETURN_IF_ERROR(CheckBounds(sources[i], max_parallelism, file));
          ++files;
          if (JudgeOverlap(file, owned).action == Action::kSkip) ++outside;
        }
      }
    }
    if (outside == 0) continue;
    plan->warnings.push_back(
        fmt::format("{}: {} of {} SSTs have no key of the key groups it owns, {}: leftovers of an "
                    "earlier rescale, "
                    "or the sources' order or the max parallelism is not the job's",
                    sources[i].name, outside, files, ToString(sources[i].owned)));
  }
  return Status::Ok();
}

}  // namespace rescale::plan
