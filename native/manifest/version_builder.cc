// SPDX-License-Identifier: Apache-2.0
#include "manifest/version_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/internal_key.h"
#include "manifest/consistency.h"
#include "manifest/edit_text.h"

namespace rescale::manifest {
namespace {

constexpr size_t kMostNotes = 64;

std::string Describe(const ColumnFamily& family) {
  return fmt::format("column family {} \"{}\"", family.id, family.name);
}

bool HasBytewiseOrder(const ColumnFamily& family) {
  return family.comparator.empty() || family.comparator == kBytewiseComparatorName;
}

bool ChangesFiles(const VersionEdit& edit, const NewFiles& new_files) {
  return !edit.blob_additions.empty() || !edit.blob_garbage.empty() ||
         !edit.deleted_files.empty() || !new_files.empty();
}

}  // namespace

VersionBuilder::VersionBuilder() {
  Family& family = families_[0];
  family.family.name = "default";
  ids_by_name_["default"] = 0;
}

Status VersionBuilder::Apply(std::string_view record) {
  VersionEdit edit;
  NewFiles new_files;
  RESCALE_RETURN_IF_ERROR(DecodeVersionEdit(record, &edit, &new_files));
  if (edit.remaining_in_atomic_group) return ApplyGroup(record, *edit.remaining_in_atomic_group);
  if (!group_.empty()) {
    return Status::Corruption(
        fmt::format("an atomic group of {} edits is broken off after {} by an edit outside it",
                    group_size_, group_.size()));
  }
  return ApplyEdit(record, edit, new_files);
}

// RocksDB `db/version_set.cc`, AtomicGroupReadBuffer::AddEdit: remaining counts down to 0.
Status VersionBuilder::ApplyGroup(std::string_view record, uint32_t remaining) {
  if (group_.empty()) group_size_ = uint64_t{remaining} + 1;
  if (group_.size() + 1 + remaining != group_size_) {
    return Status::Corruption(fmt::format("edit {} of an atomic group of {} says that {} remain",
                                          group_.size() + 1, group_size_, remaining));
  }
  group_.emplace_back(record);
  if (remaining != 0) return Status::Ok();
  const std::vector<std::string> group = std::exchange(group_, {});
  for (const std::string& member : group) RESCALE_RETURN_IF_ERROR(ApplyRecord(member));
  return Status::Ok();
}

Status VersionBuilder::ApplyRecord(std::string_view record) {
  VersionEdit edit;
  NewFiles new_files;
  RESCALE_RETURN_IF_ERROR(DecodeVersionEdit(record, &edit, &new_files));
  return ApplyEdit(record, edit, new_files);
}

Status VersionBuilder::ApplyEdit(std::string_view record, const VersionEdit& edit,
                                 const NewFiles& new_files) {
  for (const VersionEdit::SkippedTag& skipped : edit.skipped) ++skipped_tags_[skipped.tag];
  if (edit.column_family_add || edit.column_family_drop) {
    RESCALE_RETURN_IF_ERROR(ApplyColumnFamily(edit, new_files));
    if (edit.column_family_drop) {
      ApplyCounters(edit);
      return Status::Ok();
    }
  }
  if (!edit.wal_additions.empty() || edit.wal_deletion) {
    if (ChangesFiles(edit, new_files)) {
      return Status::Corruption("an edit changes WALs and files at once");
    }
    RESCALE_RETURN_IF_ERROR(ApplyWals(edit));
  }
  const auto found = families_.find(edit.column_family);
  if (found == families_.end()) {
    return Status::Corruption(fmt::format(
        "the edit is about column family {}, which does not exist", edit.column_family));
  }
  Family& family = found->second;
  RESCALE_RETURN_IF_ERROR(ApplySettings(edit, &family));
  RESCALE_RETURN_IF_ERROR(ApplyBlobs(edit, &family));
  RESCALE_RETURN_IF_ERROR(ApplyDeletions(edit, family));
  RESCALE_RETURN_IF_ERROR(ApplyAdditions(record, new_files, family));
  ApplyCounters(edit);
  return Status::Ok();
}

Status VersionBuilder::ApplyColumnFamily(const VersionEdit& edit, const NewFiles& new_files) {
  const uint32_t id = edit.column_family;
  if (ChangesFiles(edit, new_files)) {
    return Status::Corruption(
        fmt::format("an edit adds or drops column family {} and changes its files at once", id));
  }
  const auto found = families_.find(id);
  if (edit.column_family_add) {
    if (edit.column_family_drop) {
      return Status::Corruption(fmt::format("column family {} is added and dropped at once", id));
    }
    if (found != families_.end()) {
      return Status::Corruption(fmt::format("column family {} \"{}\" is added, but {} has that id",
                                            id, *edit.column_family_add,
                                            Describe(found->second.family)));
    }
    const auto [named, is_new] = ids_by_name_.try_emplace(*edit.column_family_add, id);
    if (!is_new) {
      return Status::Corruption(fmt::format("column family {} is added with the name of {}", id,
                                            Describe(families_[named->second].family)));
    }
    Family& family = families_[id];
    family.family.id = id;
    family.family.name = *edit.column_family_add;
    version_.max_column_family = std::max(version_.max_column_family, id);
    return Status::Ok();
  }
  if (found == families_.end()) {
    return Status::Corruption(fmt::format("column family {} is dropped, but does not exist", id));
  }
  if (id == 0) return Status::Corruption("column family 0 \"default\" is dropped");
  files_.EraseColumnFamily(id);
  ids_by_name_.erase(found->second.family.name);
  families_.erase(found);
  return Status::Ok();
}

// RocksDB `db/wal_edit.cc`, WalSet: additions below the largest deletion are obsolete.
Status VersionBuilder::ApplyWals(const VersionEdit& edit) {
  for (const Wal& wal : edit.wal_additions) {
    if (wal.number.value < min_wal_) continue;
    const auto [found, added] = wals_.try_emplace(wal.number.value, wal);
    if (added) continue;
    if (!wal.synced_size_bytes) {
      return Status::Corruption(fmt::format("WAL {} is created twice", wal.number.value));
    }
    auto& size = found->second.synced_size_bytes;
    size = std::max(size.value_or(0), *wal.synced_size_bytes);
  }
  if (edit.wal_deletion && edit.wal_deletion->value > min_wal_) {
    min_wal_ = edit.wal_deletion->value;
    wals_.erase(wals_.begin(), wals_.lower_bound(min_wal_));
  }
  return Status::Ok();
}

Status VersionBuilder::ApplySettings(const VersionEdit& edit, Family* family) {
  ColumnFamily& out = family->family;
  if (edit.comparator) {
    if (!out.comparator.empty() && out.comparator != *edit.comparator) {
      return Status::Corruption(fmt::format("{}: the comparator changes from {} to {}",
                                            Describe(out), out.comparator, *edit.comparator));
    }
    out.comparator = *edit.comparator;
    out.user_defined_timestamps_persisted = edit.persist_user_defined_timestamps.value_or(true);
  }
  if (edit.full_history_ts_low) out.full_history_ts_low = *edit.full_history_ts_low;
  if (edit.log_number) {
    family->has_log_number = true;
    out.log_number = std::max(out.log_number, *edit.log_number);
  }
  return Status::Ok();
}

Status VersionBuilder::ApplyBlobs(const VersionEdit& edit, Family* family) {
  for (const BlobFile& blob : edit.blob_additions) {
    if (!family->blobs.try_emplace(blob.number.value, blob).second) {
      return Status::Corruption(fmt::format("{}: blob file {} is added twice",
                                            Describe(family->family), blob.number.value));
    }
  }
  for (const VersionEdit::BlobGarbage& garbage : edit.blob_garbage) {
    const auto found = family->blobs.find(garbage.number.value);
    if (found == family->blobs.end()) {
      return Status::Corruption(fmt::format("{}: garbage in blob file {}, which does not exist",
                                            Describe(family->family), garbage.number.value));
    }
    BlobFile& blob = found->second;
    if (garbage.count > blob.total_count - blob.garbage_count ||
        garbage.bytes > blob.total_bytes - blob.garbage_bytes) {
      return Status::Corruption(fmt::format("{}: more garbage than content in blob file {}",
                                            Describe(family->family), garbage.number.value));
    }
    blob.garbage_count += garbage.count;
    blob.garbage_bytes += garbage.bytes;
  }
  return Status::Ok();
}

Status VersionBuilder::ApplyDeletions(const VersionEdit& edit, const Family& family) {
  for (const VersionEdit::DeletedFile& deleted : edit.deleted_files) {
    uint32_t owner = 0;
    const FileMetaData* file = files_.Find(deleted.number, &owner);
    if (file == nullptr || owner != family.family.id) {
      return Status::Corruption(fmt::format("{}: SST {} is deleted from level {}, but is not live",
                                            Describe(family.family), deleted.number.value,
                                            deleted.level));
    }
    if (file->level != deleted.level) {
      return Status::Corruption(
          fmt::format("{}: SST {} is deleted from level {}, but stands at level {}",
                      Describe(family.family), deleted.number.value, deleted.level, file->level));
    }
    files_.Erase(deleted.number);
  }
  return Status::Ok();
}

Status VersionBuilder::CheckBounds(const NewFile& file, const Family& family) const {
  if (!HasBytewiseOrder(family.family)) return Status::Ok();
  if (CompareInternalKeys(file.smallest, file.largest) <= 0) return Status::Ok();
  return Status::Corruption(fmt::format("{}: SST {}: the smallest key {} is above the largest {}",
                                        Describe(family.family), file.number.value,
                                        KeyText(file.smallest), KeyText(file.largest)));
}

Status VersionBuilder::ApplyAdditions(std::string_view record, const NewFiles& new_files,
                                      const Family& family) {
  for (const NewFile& file : new_files.decoded) {
    RESCALE_RETURN_IF_ERROR(AddFile(file, family));
  }
  for (const uint64_t position : new_files.positions) {
    RESCALE_ASSIGN_OR_RETURN(const NewFile file, DecodeNewFile(record, position));
    RESCALE_RETURN_IF_ERROR(AddFile(file, family));
  }
  return Status::Ok();
}

Status VersionBuilder::AddFile(const NewFile& file, const Family& family) {
  RESCALE_RETURN_IF_ERROR(CheckBounds(file, family));
  if (file.tag == static_cast<uint32_t>(EditTag::kNewFile)) saw_unbounded_files_ = true;
  if (files_.Insert(family.family.id, file.ToFileMetaData())) return Status::Ok();
  uint32_t owner = 0;
  const FileMetaData* live = files_.Find(file.number, &owner);
  return Status::Corruption(
      fmt::format("{}: SST {} is added to level {}, but is live at level {} of column family {}",
                  Describe(family.family), file.number.value, file.level, live->level, owner));
}

void VersionBuilder::ApplyCounters(const VersionEdit& edit) {
  if (edit.db_id) version_.db_id = *edit.db_id;
  if (edit.next_file_number) next_file_number_ = edit.next_file_number;
  if (edit.last_sequence) last_sequence_ = edit.last_sequence;
  if (edit.min_log_number_to_keep) {
    version_.min_log_number_to_keep =
        std::max(version_.min_log_number_to_keep, *edit.min_log_number_to_keep);
  }
  if (edit.max_column_family) {
    version_.max_column_family = std::max(version_.max_column_family, *edit.max_column_family);
  }
}

void VersionBuilder::Note(std::string note) {
  if (version_.notes.size() < kMostNotes) version_.notes.push_back(std::move(note));
}

Status VersionBuilder::CheckRequired() const {
  if (!next_file_number_) return Status::Corruption("no NextFileNumber in the MANIFEST");
  if (!last_sequence_) return Status::Corruption("no LastSequence in the MANIFEST");
  for (const auto& [id, family] : families_) {
    if (!family.has_log_number) {
      return Status::Corruption(
          fmt::format("no LogNumber of {} in the MANIFEST", Describe(family.family)));
    }
  }
  return Status::Ok();
}

Result<Version> VersionBuilder::Finish() {
  if (!group_.empty()) {
    Note(fmt::format("an atomic group of {} edits ends after {}: dropped", group_size_,
                     group_.size()));
  }
  RESCALE_RETURN_IF_ERROR(CheckRequired());
  version_.next_file_number = *next_file_number_;
  version_.last_sequence = *last_sequence_;
  for (const auto& [number, wal] : wals_) version_.wals.push_back(wal);
  TakeFiles();
  for (const auto& [tag, count] : skipped_tags_) {
    Note(fmt::format("tag {} ({}) skipped {} times", tag, EditTagName(tag), count));
  }
  if (saw_unbounded_files_) {
    Note("NewFile records have no sequence bounds: LevelDB or a very old RocksDB wrote them");
  }
  return std::move(version_);
}

void VersionBuilder::TakeFiles() {
  for (auto& [at, files] : files_.Take()) {
    auto& levels = families_[at.first].family.levels;
    levels.resize(static_cast<size_t>(at.second) + 1);
    levels.back() = std::move(files);
  }
  for (auto& [id, family] : families_) {
    auto& levels = family.family.levels;
    const bool bytewise = HasBytewiseOrder(family.family);
    for (size_t level = 0; level < levels.size(); ++level) {
      if (level == 0) {
        SortLevel0(&levels[level]);
      } else if (bytewise) {
        SortBySmallestKey(&levels[level]);
      }
    }
    if (!bytewise && levels.size() > 1) {
      Note(fmt::format("{}: levels are not sorted: comparator {} is not known",
                       Describe(family.family), family.family.comparator));
    }
    uint64_t elsewhere = 0;
    for (const auto& level : levels) {
      for (const FileMetaData& file : level) elsewhere += PathId(file) != 0 ? 1u : 0u;
    }
    if (elsewhere != 0) {
      Note(fmt::format("{}: {} SSTs lie in another of the writer's db_paths",
                       Describe(family.family), elsewhere));
    }
    TakeBlobs(&family);
    version_.column_families.push_back(std::move(family.family));
  }
  families_.clear();
}

// RocksDB `db/version_builder.cc`, SaveBlobFilesTo: blob files below the oldest that an SST names,
// and those that are garbage and that no SST names, are not part of the version.
void VersionBuilder::TakeBlobs(Family* family) const {
  if (family->blobs.empty()) return;
  std::set<uint64_t> named;
  for (const auto& level : family->family.levels) {
    for (const FileMetaData& file : level) {
      const FileNumber number = OldestBlobFileNumber(file);
      if (family->blobs.contains(number.value)) named.insert(number.value);
    }
  }
  if (named.empty()) return;
  const uint64_t oldest = *named.begin();
  for (auto it = family->blobs.lower_bound(oldest); it != family->blobs.end(); ++it) {
    const BlobFile& blob = it->second;
    if (!named.contains(it->first) && blob.garbage_count >= blob.total_count) continue;
    family->family.blob_files.push_back(blob);
  }
}

}  // namespace rescale::manifest
