// SPDX-License-Identifier: Apache-2.0
#include "plan/kept_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "plan/column_family_merge.h"
#include "plan/file_traits.h"
#include "plan/overlap.h"
#include "plan/refusals.h"

namespace rescale::plan {
namespace {

void JudgeFamily(uint32_t source, const SourceRange& range, const manifest::ColumnFamily& family,
                 std::vector<PlannedFile>* files) {
  for (size_t level = 0; level < family.levels.size(); ++level) {
    for (const manifest::FileMetaData& file : family.levels[level]) {
      const Overlap overlap = range.takes_part ? JudgeOverlap(file, range.keys)
                                               : Overlap{Action::kSkip, Reason::kSourceOutside};
      files->push_back({&file, source, overlap.action, overlap.reason, static_cast<int16_t>(level),
                        FileNumber{}, 0});
    }
  }
}

size_t FileCount(const manifest::ColumnFamily& family) {
  size_t count = 0;
  for (const auto& level : family.levels) count += level.size();
  return count;
}

// What is found in the kept files of one column family.
struct KeptTraits {
  std::map<uint32_t, FileNumber> blob_floors;  // by source: the oldest blob file referred to
  uint64_t marked_for_compaction = 0;
};

Status InspectFile(const std::vector<Source>& sources, const PlannedColumnFamily& family,
                   const PlannedFile& planned, KeptTraits* kept) {
  const Source& source = sources[planned.source];
  FileTraits traits;
  if (!ScanFileTraits(planned.file->custom(), &traits)) {
    return Status::Corruption(
               fmt::format("column family '{}': its custom fields in the MANIFEST are damaged",
                           family.name))
        .At(TablePath(source, planned.file->number));
  }
  if (!traits.timestamp_field.empty()) {
    return Status::NotSupported(
               fmt::format("column family '{}' has user-defined timestamps (MANIFEST field: "
                           "{}). Restore this state the stock way",
                           family.name, traits.timestamp_field))
        .At(TablePath(source, planned.file->number));
  }
  if (const uint8_t path = manifest::PathId(*planned.file); path != 0) {
    return Status::NotSupported(
               fmt::format(
                   "column family '{}': the SST lies in the writer's db_paths entry {}, not in "
                   "this directory; take a checkpoint, which holds all files",
                   family.name, path))
        .At(TablePath(source, planned.file->number));
  }
  if (traits.marked_for_compaction) ++kept->marked_for_compaction;
  if (const FileNumber oldest = traits.oldest_blob_file_number; oldest.value != 0) {
    const auto [floor, added] = kept->blob_floors.try_emplace(planned.source, oldest);
    if (!added) floor->second = std::min(floor->second, oldest);
  }
  return Status::Ok();
}

// Blob files below the oldest one referred to are dead: RocksDB drops them, too.
void KeepBlobFiles(const std::vector<Source>& sources, const KeptTraits& kept,
                   PlannedColumnFamily* family) {
  for (const auto& [source, floor] : kept.blob_floors) {
    for (const manifest::BlobFile& blob : FamilyOf(sources[source], family->name)->blob_files) {
      if (blob.number >= floor) family->blob_files.emplace_back(source, &blob);
    }
  }
}

Status CheckBlobColumnFamilyIds(const std::vector<Source>& sources,
                                const PlannedColumnFamily& family) {
  for (const auto& [source, blob] : family.blob_files) {
    const uint32_t id = FamilyOf(sources[source], family.name)->id;
    if (id == family.id) continue;
    return Status::NotSupported(
               fmt::format("column family '{}' has id {} in {} and would get {}, but its blob file "
                           "carries the id {}; list a source first that gives this column family "
                           "that id, or rewrite the state without blob files",
                           family.name, id, sources[source].name, family.id, id))
        .At(BlobPath(sources[source], blob->number));
  }
  return Status::Ok();
}

// No kept blob number twice, and none that a linked file of the main source has.
Status CheckBlobNumbers(const std::vector<Source>& sources, const Plan& plan) {
  std::map<FileNumber, std::string> used;
  for (const PlannedColumnFamily& family : plan.column_families) {
    for (const auto& [source, blob] : family.blob_files) {
      const std::string path = BlobPath(sources[source], blob->number);
      const auto [other, added] = used.try_emplace(blob->number, path);
      if (added) continue;
      return Status::NotSupported(
          fmt::format("{} and {} have the same number, and values refer to blob files by number; "
                      "rewrite one of the states without blob files",
                      other->second, path));
    }
  }
  if (used.empty()) return Status::Ok();
  for (const PlannedColumnFamily& family : plan.column_families) {
    for (const PlannedFile& planned : family.files) {
      if (planned.action != Action::kLink || planned.source != plan.main_source) continue;
      const auto blob = used.find(planned.file->number);
      if (blob == used.end()) continue;
      return Status::NotSupported(
          fmt::format("{} and {} would have the same number; list the source with the blob file "
                      "first, or rewrite its state without blob files",
                      TablePath(sources[planned.source], planned.file->number), blob->second));
    }
  }
  return Status::Ok();
}

}  // namespace

void JudgeFiles(const std::vector<Source>& sources, Plan* plan) {
  for (auto* families : {&plan->column_families, &plan->outside_column_families}) {
    for (PlannedColumnFamily& target : *families) {
      size_t count = 0;
      for (const Source& source : sources) {
        if (const auto* family = FamilyOf(source, target.name)) count += FileCount(*family);
      }
      target.files.reserve(count);
      for (uint32_t i = 0; i < sources.size(); ++i) {
        const manifest::ColumnFamily* family = FamilyOf(sources[i], target.name);
        if (family != nullptr) JudgeFamily(i, plan->ranges[i], *family, &target.files);
      }
    }
  }
}

Status InspectKeptFiles(const std::vector<Source>& sources, Plan* plan) {
  for (PlannedColumnFamily& family : plan->column_families) {
    KeptTraits kept;
    for (const PlannedFile& planned : family.files) {
      if (planned.action == Action::kSkip) continue;
      RESCALE_RETURN_IF_ERROR(InspectFile(sources, family, planned, &kept));
    }
    KeepBlobFiles(sources, kept, &family);
    RESCALE_RETURN_IF_ERROR(CheckBlobColumnFamilyIds(sources, family));
    if (kept.marked_for_compaction != 0) {
      plan->warnings.push_back(
          fmt::format("column family '{}': {} kept files are marked for compaction, which starts "
                      "when the database opens",
                      family.name, kept.marked_for_compaction));
    }
  }
  return CheckBlobNumbers(sources, *plan);
}

}  // namespace rescale::plan
