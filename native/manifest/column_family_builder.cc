// SPDX-License-Identifier: Apache-2.0
#include "manifest/column_family_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "manifest/level_order.h"

namespace rescale::manifest {

ColumnFamilyBuilder::ColumnFamilyBuilder(uint32_t id, std::string_view name) {
  family_.id = id;
  family_.name = name;
}

bool ColumnFamilyBuilder::has_bytewise_order() const {
  return family_.comparator.empty() || family_.comparator == kBytewiseComparatorName;
}

Status ColumnFamilyBuilder::ApplySettings(const VersionEdit& edit) {
  if (edit.comparator) {
    if (!family_.comparator.empty() && family_.comparator != *edit.comparator) {
      return Status::Corruption(fmt::format("{}: the comparator changes from {} to {}",
                                            Describe(family_), family_.comparator,
                                            *edit.comparator));
    }
    family_.comparator = *edit.comparator;
    family_.user_defined_timestamps_persisted = edit.persist_user_defined_timestamps.value_or(true);
  }
  if (edit.full_history_ts_low) family_.full_history_ts_low = *edit.full_history_ts_low;
  if (edit.log_number) {
    has_log_number_ = true;
    family_.log_number = std::max(family_.log_number, *edit.log_number);
  }
  return Status::Ok();
}

Status ColumnFamilyBuilder::ApplyBlobs(const VersionEdit& edit) {
  for (const BlobFile& blob : edit.blob_additions) {
    if (!blobs_.try_emplace(blob.number.value, blob).second) {
      return Status::Corruption(
          fmt::format("{}: blob file {} is added twice", Describe(family_), blob.number.value));
    }
  }
  for (const VersionEdit::BlobGarbage& garbage : edit.blob_garbage) {
    const auto found = blobs_.find(garbage.number.value);
    if (found == blobs_.end()) {
      return Status::Corruption(fmt::format("{}: garbage in blob file {}, which does not exist",
                                            Describe(family_), garbage.number.value));
    }
    BlobFile& blob = found->second;
    if (garbage.count > blob.total_count - blob.garbage_count ||
        garbage.bytes > blob.total_bytes - blob.garbage_bytes) {
      return Status::Corruption(fmt::format("{}: more garbage than content in blob file {}",
                                            Describe(family_), garbage.number.value));
    }
    blob.garbage_count += garbage.count;
    blob.garbage_bytes += garbage.bytes;
  }
  return Status::Ok();
}

void ColumnFamilyBuilder::AddLevel(int32_t level, std::vector<FileMetaData> files) {
  family_.levels.resize(static_cast<size_t>(level) + 1);
  family_.levels.back() = std::move(files);
}

ColumnFamily ColumnFamilyBuilder::Finish(std::vector<std::string>* notes) {
  SortLevels(notes);
  NoteOtherPaths(notes);
  TakeBlobs();
  return std::move(family_);
}

void ColumnFamilyBuilder::SortLevels(std::vector<std::string>* notes) {
  auto& levels = family_.levels;
  if (has_bytewise_order()) {
    manifest::SortLevels(&levels);
    return;
  }
  if (!levels.empty()) SortLevel0(&levels.front());
  if (levels.size() < 2) return;
  notes->push_back(fmt::format("{}: levels are not sorted: comparator {} is not known",
                               Describe(family_), family_.comparator));
}

void ColumnFamilyBuilder::NoteOtherPaths(std::vector<std::string>* notes) const {
  uint64_t elsewhere = 0;
  for (const auto& level : family_.levels) {
    for (const FileMetaData& file : level) elsewhere += PathId(file) != 0 ? 1u : 0u;
  }
  if (elsewhere == 0) return;
  notes->push_back(fmt::format("{}: {} SSTs lie in another of the writer's db_paths",
                               Describe(family_), elsewhere));
}

// RocksDB `db/version_builder.cc`, SaveBlobFilesTo: blob files below the oldest that an SST names,
// and those that are garbage and that no SST names, are not part of the version.
void ColumnFamilyBuilder::TakeBlobs() {
  if (blobs_.empty()) return;
  std::set<uint64_t> named;
  for (const auto& level : family_.levels) {
    for (const FileMetaData& file : level) {
      const FileNumber number = OldestBlobFileNumber(file);
      if (blobs_.contains(number.value)) named.insert(number.value);
    }
  }
  if (named.empty()) return;
  const uint64_t oldest = *named.begin();
  for (auto it = blobs_.lower_bound(oldest); it != blobs_.end(); ++it) {
    const BlobFile& blob = it->second;
    if (!named.contains(it->first) && blob.garbage_count >= blob.total_count) continue;
    family_.blob_files.push_back(blob);
  }
}

}  // namespace rescale::manifest
