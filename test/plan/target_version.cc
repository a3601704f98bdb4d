// SPDX-License-Identifier: Apache-2.0
#include "plan/target_version.h"

#include "base/internal_key.h"

namespace rescale::plan {
namespace {

clip::ClipTableResult WidestTrim(const KeyRange& keys, const PlannedFile& planned) {
  const manifest::FileMetaData& file = *planned.file;
  clip::ClipTableResult trimmed;
  trimmed.file_size_bytes = file.size_bytes;
  trimmed.smallest_seqno = file.smallest_seqno;
  trimmed.largest_seqno = file.largest_seqno;
  trimmed.smallest = file.smallest();
  trimmed.largest = file.largest();
  if (planned.reason != Reason::kCrossesEnd) {
    trimmed.smallest = MakeInternalKey(keys.begin, file.largest_seqno, ValueType::kValue);
  }
  if (planned.reason != Reason::kCrossesBegin) {
    trimmed.largest = MakeRangeTombstoneSentinel(*keys.end);
  }
  return trimmed;
}

}  // namespace

std::vector<ingest::TrimmedFile> WidestTrims(const Plan& plan) {
  std::vector<ingest::TrimmedFile> trims;
  for (size_t f = 0; f < plan.column_families.size(); ++f) {
    const std::vector<PlannedFile>& files = plan.column_families[f].files;
    for (size_t i = 0; i < files.size(); ++i) {
      if (files[i].action != Action::kTrim) continue;
      trims.push_back({f, i, WidestTrim(plan.ranges[files[i].source].keys, files[i])});
    }
  }
  return trims;
}

manifest::Version TargetVersion(const Plan& plan) {
  return ingest::BuildTargetVersion(plan, WidestTrims(plan), "db-id", plan.next_file_number)
      .value();
}

}  // namespace rescale::plan
