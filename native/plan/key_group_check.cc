// SPDX-License-Identifier: Apache-2.0
#include "plan/key_group_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

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

// What of a source lies outside the key groups it owns, as far as bounds tell.
class Leftovers {
 public:
  Leftovers(const MaxParallelism& max_parallelism, const KeyGroupRange& owned)
      : max_parallelism_(max_parallelism),
        owned_(owned),
        owned_keys_(max_parallelism.ToKeyRange(owned)),
        reach_(owned) {}

  void Add(const manifest::FileMetaData& file) {
    ++files_;
    if (JudgeOverlap(file, owned_keys_).action == Action::kSkip) ++files_outside_;
    const KeyGroupRange reach =
        Intersect(ReachOf(file, max_parallelism_.prefix_bytes()), max_parallelism_.all());
    if (reach.empty()) return;
    reach_.first = std::min(reach_.first, reach.first);
    reach_.last = std::max(reach_.last, reach.last);
  }

  // Empty when there is nothing to tell.
  std::string ToWarning(const std::string& source) const {
    std::vector<std::string> groups;
    for (const KeyGroupRange& side : {KeyGroupRange{reach_.first, owned_.first - 1},
                                      KeyGroupRange{owned_.last + 1, reach_.last}}) {
      if (!side.empty()) groups.push_back(rescale::ToString(side));
    }
    if (groups.empty()) return "";
    return fmt::format(
        "{}: owns key groups {}, its SSTs reach into {} as well ({} of {} lie wholly there); what "
        "it has of those is left out: leftovers of an earlier rescale, or the sources' order or "
        "the max parallelism is not the job's",
        source, rescale::ToString(owned_), fmt::join(groups, " and "), files_outside_, files_);
  }

 private:
  const MaxParallelism& max_parallelism_;
  const KeyGroupRange owned_;
  const KeyRange owned_keys_;
  KeyGroupRange reach_;  // of the source's files and what it owns, together
  uint64_t files_ = 0;
  uint64_t files_outside_ = 0;
};

}  // namespace

Status CheckKeyGroups(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                      Plan* plan) {
  for (size_t i = 0; i < sources.size(); ++i) {
    if (!plan->ranges[i].takes_part) continue;
    Leftovers leftovers(max_parallelism, sources[i].owned);
    for (const manifest::ColumnFamily& family : sources[i].version->column_families) {
      for (const auto& level : family.levels) {
        for (const manifest::FileMetaData& file : level) {
          RESCALE_RETURN_IF_ERROR(CheckBounds(sources[i], max_parallelism, file));
          leftovers.Add(file);
        }
      }
    }
    std::string warning = leftovers.ToWarning(sources[i].name);
    if (!warning.empty()) plan->warnings.push_back(std::move(warning));
  }
  return Status::Ok();
}

}  // namespace rescale::plan
