// SPDX-License-Identifier: Apache-2.0
#include "plan/key_group_check.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/internal_key.h"
#include "plan/refusals.h"
#include "plan/source_reach.h"

namespace rescale::plan {
namespace {

bool IsRangeTombstone(std::string_view bound) {
  InternalKey key;
  return ParseInternalKey(bound, &key) && key.type() == ValueType::kRangeDeletion;
}

Status CheckBounds(const Source& source, const MaxParallelism& max_parallelism,
                   const manifest::FileMetaData& file) {
  for (const std::string_view bound : {file.smallest(), file.largest()}) {
    // The ends of a range tombstone are no keys, and may be anything.
    if (IsRangeTombstone(bound)) continue;
    const std::string_view key = UserKeyOf(bound);
    const auto group = max_parallelism.KeyGroupOf(key);
    if (!group) {
      return Status::InvalidArgument(
                 fmt::format("its key '{}' is too short for a key group, which takes {} at this "
                             "max parallelism; this is no keyed state, or of another max "
                             "parallelism",
                             EscapeKey(key),
                             max_parallelism.prefix_bytes() == 1 ? "1 byte" : "2 bytes"))
          .At(TablePath(source, file.number));
    }
    if (group->value < max_parallelism.value()) continue;
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

Result<SourceReach> FindReach(const Source& source, const MaxParallelism& max_parallelism) {
  SourceReach reach(max_parallelism, source.owned);
  for (const manifest::ColumnFamily& family : source.version->column_families) {
    for (const auto& level : family.levels) {
      for (const manifest::FileMetaData& file : level) {
        RESCALE_RETURN_IF_ERROR(CheckBounds(source, max_parallelism, file));
        reach.Add(file);
      }
    }
  }
  return reach;
}

Status CheckKeyGroups(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                      bool expect_leftovers, Plan* plan) {
  for (size_t i = 0; i < sources.size(); ++i) {
    const Source& source = sources[i];
    if (!plan->ranges[i].takes_part && !source.owned_is_assumed) continue;
    RESCALE_ASSIGN_OR_RETURN(const SourceReach reach, FindReach(source, max_parallelism));
    std::vector<std::string> warnings;
    if (!expect_leftovers) warnings.push_back(reach.LeftoverWarning(source.name));
    if (source.owned_is_assumed) {
      RESCALE_RETURN_IF_ERROR(reach.CheckAssumedRange(source.name, i, sources.size()));
      warnings.push_back(reach.UnreachedWarning(source.name));
    }
    if (!plan->ranges[i].takes_part) continue;
    for (std::string& warning : warnings) {
      if (!warning.empty()) plan->warnings.push_back(std::move(warning));
    }
  }
  return Status::Ok();
}

}  // namespace rescale::plan
