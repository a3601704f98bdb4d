// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "manifest/file_meta_data.h"

namespace rescale::manifest {

// The live SSTs of all column families while a MANIFEST is replayed: by column family and level,
// and found by number.
//
// A MANIFEST may add and delete many times the files that are live at its end, and a million may be
// live. So files stand from the start in the vectors that become the levels of the Version (a
// deleted one gives its place to the last), and finding one costs 8 bytes a bucket at a load of at
// most 3/4. A node-based map and a copy at the end would cost some 130 bytes a file more. Used by
// one thread.
class FileTable {
 public:
  FileTable();

  // False when the number is live already, in any column family.
  bool Insert(uint32_t column_family, FileMetaData file);
  // Null when the number is not live. Valid until the next change.
  const FileMetaData* Find(FileNumber number, uint32_t* column_family) const;
  // The number is live.
  void Erase(FileNumber number);
  void EraseColumnFamily(uint32_t column_family);

  // Files by column family and level, in no order. The table is empty afterwards.
  std::map<std::pair<uint32_t, int32_t>, std::vector<FileMetaData>> Take();

 private:
  // Where a file stands. An index is of groups_.
  struct Place {
    uint32_t group = 0;
    uint32_t index = kEmpty;
  };
  struct Group {
    uint32_t column_family = 0;
    int32_t level = 0;
    std::vector<FileMetaData> files;
  };
  static constexpr uint32_t kEmpty = UINT32_MAX;

  const FileMetaData& file(Place place) const { return groups_[place.group].files[place.index]; }
  size_t Home(FileNumber number) const;
  size_t FindBucket(FileNumber number) const;  // its own, or the empty one where it would go
  void RemoveBucket(size_t bucket);
  uint32_t GroupOf(uint32_t column_family, int32_t level);
  void Grow();

  std::vector<Group> groups_;
  std::map<std::pair<uint32_t, int32_t>, uint32_t> group_index_;
  uint32_t last_group_ = 0;
  const uint64_t seed_;         // of the hash
  std::vector<Place> buckets_;  // by hash of the number, linear probing; their count a power of two
  size_t size_ = 0;
};

}  // namespace rescale::manifest
