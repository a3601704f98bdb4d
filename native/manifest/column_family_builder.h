// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/version.h"
#include "manifest/version_edit.h"

namespace rescale::manifest {

// One column family while a MANIFEST is replayed: its settings and its blob files; SSTs come at the
// end. Used by one thread.
class ColumnFamilyBuilder {
 public:
  ColumnFamilyBuilder(uint32_t id, std::string_view name);

  const ColumnFamily& family() const { return family_; }
  bool has_log_number() const { return has_log_number_; }
  bool has_bytewise_order() const;

  // What an edit says of the column family itself. Corruption when it contradicts what was said.
  Status ApplySettings(const VersionEdit& edit);
  // Blob files that an edit adds, then their garbage. Corruption when a file is added twice, is not
  // there, or would hold more garbage than content.
  Status ApplyBlobs(const VersionEdit& edit);

  // The live files of a level, in any order; levels come from the top down.
  void AddLevel(int32_t level, std::vector<FileMetaData> files);
  // Puts the levels in order and ends the builder; what was tolerated is added to `notes`.
  ColumnFamily Finish(std::vector<std::string>* notes);

 private:
  void SortLevels(std::vector<std::string>* notes);
  void NoteOtherPaths(std::vector<std::string>* notes) const;
  void TakeBlobs();

  ColumnFamily family_;
  bool has_log_number_ = false;
  std::map<uint64_t, BlobFile> blobs_;
};

}  // namespace rescale::manifest
