// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/column_family_builder.h"
#include "manifest/file_table.h"
#include "manifest/version.h"
#include "manifest/version_edit.h"

namespace rescale::manifest {

// Adds the records of a MANIFEST up to a Version, in memory bounded by the live files and one
// record (or one atomic group). Used by one thread.
//
// What holds, as in RocksDB's `db/version_builder.cc` and `db/version_edit_handler.cc`:
//  - within one edit: blob additions, blob garbage, deletions, additions;
//  - an atomic group is applied when its last edit is there, and not at all before;
//  - column family 0, "default", exists from the start; every other edit names a live one.
class VersionBuilder {
 public:
  VersionBuilder();

  // Applies one record. Corruption or NotSupported without file and offset; after an error the
  // builder is as it was but for the parts of this edit (or group) that were applied.
  Status Apply(std::string_view record);

  // The state so far, checked for what every MANIFEST must say. Ends the builder.
  Result<Version> Finish();

 private:
  Status ApplyGroup(std::string_view record, uint32_t remaining);
  Status ApplyRecord(std::string_view record);
  Status ApplyEdit(std::string_view record, const VersionEdit& edit, const NewFiles& new_files);
  Status ApplyColumnFamily(const VersionEdit& edit, const NewFiles& new_files);
  Status ApplyWals(const VersionEdit& edit);
  Status ApplyDeletions(const VersionEdit& edit, const ColumnFamilyBuilder& family);
  Status ApplyAdditions(std::string_view record, const NewFiles& new_files,
                        const ColumnFamilyBuilder& family);
  Status AddFile(const NewFile& file, const ColumnFamilyBuilder& family);
  Status CheckBounds(const NewFile& file, const ColumnFamilyBuilder& family) const;
  void ApplyCounters(const VersionEdit& edit);
  void Note(std::string note);

  Status CheckRequired() const;
  void TakeFiles();

  Version version_;
  std::map<uint32_t, ColumnFamilyBuilder> families_;
  std::map<std::string, uint32_t, std::less<>> ids_by_name_;
  FileTable files_;
  std::map<uint64_t, Wal> wals_;
  uint64_t min_wal_ = 0;
  std::optional<FileNumber> next_file_number_;
  std::optional<SequenceNumber> last_sequence_;
  std::vector<std::string> group_;  // records of an unfinished atomic group
  uint64_t group_size_ = 0;
  std::map<uint32_t, uint64_t> skipped_tags_;  // tag: how often
  bool saw_unbounded_files_ = false;
};

}  // namespace rescale::manifest
