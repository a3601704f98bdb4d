// SPDX-License-Identifier: Apache-2.0
#include "plan/target_version.h"

#include <algorithm>

#include "base/internal_key.h"
#include "manifest/consistency.h"

namespace rescale::plan {
namespace {

manifest::FileMetaData TargetFile(const Plan& plan, const PlannedColumnFamily& family,
                                  const PlannedFile& planned) {
  manifest::FileMetaData file = planned.file->Clone();
  file.number = planned.target_number;
  file.level = planned.target_level;
  file.epoch_number = planned.target_epoch;
  if (planned.target_level == 0) {
    for (const ColumnFamilySource& source : family.sources) {
      if (source.source != planned.source) continue;
      for (SequenceNumber* bound : {&file.smallest_seqno, &file.largest_seqno}) {
        if (bound->value != 0) bound->value += source.level0_seqno_offset;
      }
    }
  }
  if (planned.action == Action::kTrim) {
    const KeyRange& keys = plan.ranges[planned.source].keys;
    std::string smallest(file.smallest());
    std::string largest(file.largest());
    const std::string custom(file.custom());
    const bool cut_begin = planned.reason != Reason::kCrossesEnd;
    const bool cut_end = planned.reason != Reason::kCrossesBegin;
    if (cut_begin) smallest = MakeInternalKey(keys.begin, file.largest_seqno, ValueType::kValue);
    if (cut_end) largest = MakeRangeTombstoneSentinel(*keys.end);
    file.SetPayload(smallest, largest, custom);
  }
  return file;
}

}  // namespace

manifest::Version TargetVersion(const Plan& plan) {
  manifest::Version version;
  version.next_file_number = plan.next_file_number;
  version.last_sequence = plan.last_sequence;
  for (const PlannedColumnFamily& family : plan.column_families) {
    manifest::ColumnFamily& added = version.column_families.emplace_back();
    added.id = family.id;
    added.name = family.name;
    added.comparator = family.comparator;
    version.max_column_family = std::max(version.max_column_family, family.id);
    for (const PlannedFile& planned : family.files) {
      if (planned.action == Action::kSkip) continue;
      const auto level = static_cast<size_t>(planned.target_level);
      if (added.levels.size() <= level) added.levels.resize(level + 1);
      added.levels[level].push_back(TargetFile(plan, family, planned));
    }
    for (size_t level = 0; level < added.levels.size(); ++level) {
      auto& files = added.levels[level];
      if (level == 0) {
        manifest::SortLevel0(&files);
      } else {
        std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) {
          return CompareInternalKeys(a.smallest(), b.smallest()) < 0;
        });
      }
    }
    for (const auto& [source, blob] : family.blob_files) added.blob_files.push_back(*blob);
    std::sort(added.blob_files.begin(), added.blob_files.end(),
              [](const auto& a, const auto& b) { return a.number < b.number; });
  }
  return version;
}

}  // namespace rescale::plan
