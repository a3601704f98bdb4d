// SPDX-License-Identifier: Apache-2.0
#include "ingest/target_version.h"

#include <algorithm>
#include <map>
#include <utility>

#include "manifest/level_order.h"

namespace rescale::ingest {
namespace {

using manifest::ColumnFamily;
using manifest::FileCustomFields;
using manifest::FileMetaData;
using plan::Action;
using plan::PlannedColumnFamily;
using plan::PlannedFile;

// A file's identity and place in the target; bounds and custom fields are the caller's.
FileMetaData Placed(const PlannedFile& planned) {
  FileMetaData file;
  file.number = planned.target_number;
  file.epoch_number = planned.target_epoch;
  file.level = planned.target_level;
  return file;
}

FileMetaData LinkedFile(const PlannedFile& planned, const FileCustomFields& fields) {
  const FileMetaData& source = *planned.file;
  FileMetaData file = Placed(planned);
  file.size_bytes = source.size_bytes;
  file.smallest_seqno = source.smallest_seqno;
  file.largest_seqno = source.largest_seqno;
  file.SetPayload(source.smallest(), source.largest(), manifest::EncodeCustom(fields));
  return file;
}

FileMetaData ClippedFile(const PlannedFile& planned, const clip::ClipTableResult& clipped,
                         FileCustomFields fields) {
  // The checksum is of the whole source file, and the compensation counts tombstones that may be
  // gone.
  fields.file_checksum.clear();
  fields.file_checksum_func_name.clear();
  if (clipped.num_range_deletions == 0) fields.compensated_range_deletion_size = 0;
  fields.tail_size_bytes = clipped.tail_size_bytes;
  fields.unique_id =
      clipped.has_unique_id ? std::optional<UniqueId>(clipped.unique_id) : std::nullopt;
  FileMetaData file = Placed(planned);
  file.size_bytes = clipped.file_size_bytes;
  file.smallest_seqno = clipped.smallest_seqno;
  file.largest_seqno = clipped.largest_seqno;
  file.SetPayload(clipped.smallest, clipped.largest, manifest::EncodeCustom(fields));
  return file;
}

// Moves the MANIFEST's sequence bounds up for readers that order L0 by them; a bound of 0 stays 0.
void ShiftSeqnos(FileMetaData* file, uint64_t offset) {
  if (file->smallest_seqno.value != 0) file->smallest_seqno.value += offset;
  if (file->largest_seqno.value != 0) file->largest_seqno.value += offset;
}

void Place(ColumnFamily* family, FileMetaData file) {
  const auto level = static_cast<size_t>(file.level);
  if (family->levels.size() <= level) family->levels.resize(level + 1);
  family->levels[level].push_back(std::move(file));
}

// The least blob file that a kept SST names, by source.
using BlobFloors = std::map<uint32_t, FileNumber>;

void LowerFloor(uint32_t source, FileNumber oldest, BlobFloors* floors) {
  if (oldest.value == 0) return;
  const auto [floor, added] = floors->try_emplace(source, oldest);
  if (!added) floor->second = std::min(floor->second, oldest);
}

// The planned blob files that a kept SST of their source may still need: those from the least one
// named upward. Trims that came out empty name none.
void AddBlobFiles(const PlannedColumnFamily& planned, const BlobFloors& floors,
                  ColumnFamily* family) {
  for (const auto& [source, blob] : planned.blob_files) {
    const auto floor = floors.find(source);
    if (floor != floors.end() && blob->number >= floor->second) family->blob_files.push_back(*blob);
  }
  std::sort(family->blob_files.begin(), family->blob_files.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });
}

// Walks the trims in step with the plan's files.
class TrimCursor {
 public:
  explicit TrimCursor(const std::vector<TrimmedFile>& trimmed) : trimmed_(trimmed) {}

  Result<const clip::ClipTableResult*> Take(size_t column_family, size_t file) {
    if (next_ == trimmed_.size() || trimmed_[next_].column_family != column_family ||
        trimmed_[next_].file != file) {
      return Status::Internal("a trimmed file of the plan has no result");
    }
    return &trimmed_[next_++].result;
  }

 private:
  const std::vector<TrimmedFile>& trimmed_;
  size_t next_ = 0;
};

Result<ColumnFamily> BuildColumnFamily(const PlannedColumnFamily& planned, size_t index,
                                       TrimCursor* trims) {
  ColumnFamily family;
  family.id = planned.id;
  family.name = planned.name;
  family.comparator = planned.comparator;
  BlobFloors floors;
  for (size_t i = 0; i < planned.files.size(); ++i) {
    const PlannedFile& source = planned.files[i];
    if (source.action == Action::kSkip) continue;
    RESCALE_ASSIGN_OR_RETURN(FileCustomFields fields, source.file->DecodeCustom());
    const FileNumber oldest_blob = fields.oldest_blob_file_number;
    FileMetaData file;
    if (source.action == Action::kLink) {
      file = LinkedFile(source, fields);
    } else {
      RESCALE_ASSIGN_OR_RETURN(const clip::ClipTableResult* clipped, trims->Take(index, i));
      if (clipped->empty) continue;
      file = ClippedFile(source, *clipped, std::move(fields));
    }
    if (file.level == 0) ShiftSeqnos(&file, Level0Offset(planned, source.source));
    LowerFloor(source.source, oldest_blob, &floors);
    Place(&family, std::move(file));
  }
  manifest::SortLevels(&family.levels);
  AddBlobFiles(planned, floors, &family);
  return family;
}

}  // namespace

uint64_t Level0Offset(const PlannedColumnFamily& family, uint32_t source) {
  const auto found = std::find_if(family.sources.begin(), family.sources.end(),
                                  [&](const auto& s) { return s.source == source; });
  return found == family.sources.end() ? 0 : found->level0_seqno_offset;
}

bool ShiftsSeqnos(const PlannedColumnFamily& family, const PlannedFile& file) {
  return file.target_level == 0 && Level0Offset(family, file.source) != 0;
}

Result<manifest::Version> BuildTargetVersion(const plan::Plan& plan,
                                             const std::vector<TrimmedFile>& trimmed,
                                             const std::string& db_id,
                                             FileNumber next_file_number) {
  manifest::Version version;
  version.db_id = db_id;
  version.next_file_number = next_file_number;
  version.last_sequence = plan.last_sequence;
  TrimCursor trims(trimmed);
  for (size_t i = 0; i < plan.column_families.size(); ++i) {
    RESCALE_ASSIGN_OR_RETURN(ColumnFamily family,
                             BuildColumnFamily(plan.column_families[i], i, &trims));
    version.max_column_family = std::max(version.max_column_family, family.id);
    version.column_families.push_back(std::move(family));
  }
  return version;
}

}  // namespace rescale::ingest
