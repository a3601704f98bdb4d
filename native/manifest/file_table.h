// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "manifest/file_meta_data.h"

namespace rescale::manifest {

// The live SSTs of all column families while a MANIFEST is replayed, found by number.
//
// A MANIFEST may add and delete many times the files that are live at its end, and a million may be
// live: places of deleted files are used again, and finding one costs 4 bytes a bucket at a load of
// at most 3/4 (a node-based map would cost some 40 a file). Files stand in chunks, so growing moves
// none, and draining gives memory back chunk by chunk. Used by one thread.
class FileTable {
 public:
  static constexpr uint32_t kNoColumnFamily = UINT32_MAX;  // not an id of a column family

  FileTable();

  // False when the number is live already, in any column family.
  bool Insert(uint32_t column_family, FileMetaData file);
  // Null when the number is not live. Valid until the next change.
  const FileMetaData* Find(FileNumber number, uint32_t* column_family) const;
  // The number is live.
  void Erase(FileNumber number);
  void EraseColumnFamily(uint32_t column_family);

  size_t size() const { return size_; }
  void ForEach(const std::function<void(uint32_t column_family, const FileMetaData&)>& visit) const;
  // Hands over every file and gives the memory back on the way. The table is empty afterwards.
  void Drain(const std::function<void(uint32_t column_family, FileMetaData&&)>& take);

 private:
  static constexpr uint32_t kChunkFiles = 4096;
  static constexpr uint32_t kEmpty = UINT32_MAX;

  struct Chunk {
    std::array<FileMetaData, kChunkFiles> files;
    std::array<uint32_t, kChunkFiles> column_families;
  };

  FileMetaData& file(uint32_t place) {
    return chunks_[place / kChunkFiles]->files[place % kChunkFiles];
  }
  const FileMetaData& file(uint32_t place) const {
    return chunks_[place / kChunkFiles]->files[place % kChunkFiles];
  }
  uint32_t& column_family(uint32_t place) {
    return chunks_[place / kChunkFiles]->column_families[place % kChunkFiles];
  }

  size_t Home(FileNumber number) const;
  size_t FindBucket(FileNumber number) const;  // its own, or the empty one where it would go
  void RemoveBucket(size_t bucket);
  uint32_t TakePlace();
  void Release(uint32_t place);
  void Grow();

  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::vector<uint32_t> free_places_;
  uint32_t places_used_ = 0;       // places ever used
  std::vector<uint32_t> buckets_;  // places by hash of the number, linear probing; a power of two
  size_t size_ = 0;
};

}  // namespace rescale::manifest
