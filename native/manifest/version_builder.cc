// SPDX-License-Identifier: Apache-2.0
#include "manifest/version_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/internal_key.h"
#include "manifest/edit_text.h"

namespace rescale::manifest {
namespace {

constexpr size_t kMostNotes = 64;

bool ChangesFiles(const VersionEdit& edit, const NewFiles& new_files) {
  return !edit.blob_additions.empty() || !edit.blob_garbage.empty() ||
         !edit.deleted_files.empty() || !new_files.empty();
}

}  // namespace

VersionBuilder::VersionBuilder() {
  families_.try_emplace(0, 0, "default");
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
  ColumnFamilyBuilder& family = found->second;
  RESCALE_RETURN_IF_ERROR(family.ApplySettings(edit));
  RESCALE_RETURN_IF_ERROR(family.ApplyBlobs(edit));
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
                                            Describe(found->second.family())));
    }
    const auto [named, is_new] = ids_by_name_.try_emplace(*edit.column_family_add, id);
    if (!is_new) {
      return Status::Corruption(fmt::format("column family {} is added with the name of {}", id,
                                            Describe(families_.at(named->second).family())));
    }
    families_.try_emplace(id, id, *edit.column_family_add);
    version_.max_column_family = std::max(version_.max_column_family, id);
    return Status::Ok();
  }
  if (found == families_.end()) {
    return Status::Corruption(fmt::format("column family {} is dropped, but does not exist", id));
  }
  if (id == 0) return Status::Corruption("column family 0 \"default\" is dropped");
  files_.EraseColumnFamily(id);
  ids_by_name_.erase(found->second.family().name);
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

Status VersionBuilder::ApplyDeletions(const VersionEdit& edit, const ColumnFamilyBuilder& family) {
  for (const VersionEdit::DeletedFile& deleted : edit.deleted_files) {
    uint32_t owner = 0;
    const FileMetaData* file = files_.Find(deleted.number, &owner);
    if (file == nullptr || owner != family.family().id) {
      return Status::Corruption(fmt::format("{}: SST {} is deleted from level {}, but is not live",
                                            Describe(family.family()), deleted.number.value,
                                            deleted.level));
    }
    if (file->level != deleted.level) {
      return Status::Corruption(
          fmt::format("{}: SST {} is deleted from level {}, but stands at level {}",
                      Describe(family.family()), deleted.number.value, deleted.level, file->level));
    }
    files_.Erase(deleted.number);
  }
  return Status::Ok();
}

Status VersionBuilder::CheckBounds(const NewFile& file, const ColumnFamilyBuilder& family) const {
  if (!family.has_bytewise_order()) return Status::Ok();
  if (CompareInternalKeys(file.smallest, file.largest) <= 0) return Status::Ok();
  return Status::Corruption(fmt::format("{}: SST {}: the smallest key {} is above the largest {}",
                                        Describe(family.family()), file.number.value,
                                        KeyText(file.smallest), KeyText(file.largest)));
}

Status VersionBuilder::ApplyAdditions(std::string_view record, const NewFiles& new_files,
                                      const ColumnFamilyBuilder& family) {
  for (const NewFile& file : new_files.decoded) {
    RESCALE_RETURN_IF_ERROR(AddFile(file, family));
  }
  for (const uint64_t position : new_files.positions) {
    RESCALE_ASSIGN_OR_RETURN(const NewFile file, DecodeNewFile(record, position));
    RESCALE_RETURN_IF_ERROR(AddFile(file, family));
  }
  return Status::Ok();
}

Status VersionBuilder::AddFile(const NewFile& file, const ColumnFamilyBuilder& family) {
  RESCALE_RETURN_IF_ERROR(CheckBounds(file, family));
  if (file.tag == static_cast<uint32_t>(EditTag::kNewFile)) saw_unbounded_files_ = true;
  if (files_.Insert(family.family().id, file.ToFileMetaData())) return Status::Ok();
  uint32_t owner = 0;
  const FileMetaData* live = files_.Find(file.number, &owner);
  return Status::Corruption(
      fmt::format("{}: SST {} is added to level {}, but is live at level {} of column family {}",
                  Describe(family.family()), file.number.value, file.level, live->level, owner));
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
    if (!family.has_log_number()) {
      return Status::Corruption(
          fmt::format("no LogNumber of {} in the MANIFEST", Describe(family.family())));
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
    families_.at(at.first).AddLevel(at.second, std::move(files));
  }
  std::vector<std::string> notes;
  for (auto& [id, family] : families_) {
    version_.column_families.push_back(family.Finish(&notes));
  }
  for (std::string& note : notes) Note(std::move(note));
  families_.clear();
}

}  // namespace rescale::manifest
