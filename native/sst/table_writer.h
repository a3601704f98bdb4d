// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "rescale/file_system.h"
#include "sst/format.h"

namespace rescale::sst {

// What the footer of a table says about all of its blocks.
struct TableFormat {
  uint32_t format_version = 5;
  ChecksumType checksum = ChecksumType::kCrc32c;
  uint32_t base_context_checksum = 0;  // not 0 exactly from format_version 6 on
};

// Where a block came from, when its bytes are taken over: needed to re-base the stored checksum.
struct BlockOrigin {
  uint32_t base_context_checksum = 0;
  uint64_t offset_bytes = 0;
};

// Writes one block-based SST front to back: blocks in the order they are given, then metaindex and
// footer.
//
// Until Finish() has returned Ok the file is unfinished; destroyed before that, or after an error,
// the writer removes it. Used by one thread.
class TableWriter {
 public:
  // Makes a new file; AlreadyExists (and nothing removed) when one is there.
  static Result<std::unique_ptr<TableWriter>> Create(FileSystem& fs, const std::string& path,
                                                     uint32_t mode, const TableFormat& format);
  ~TableWriter();
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  // Where the next block begins.
  uint64_t offset_bytes() const { return offset_bytes_; }
  const TableFormat& format() const { return format_; }

  // Writes a payload with a trailer of its own.
  Result<BlockHandle> AppendBlock(std::string_view payload,
                                  CompressionType type = CompressionType::kNone);
  // Writes a block that was stored elsewhere under the same checksum type; its checksum has been
  // verified by the caller and is re-based to the new place.
  Result<BlockHandle> AppendRawBlock(std::string_view payload, uint8_t compression_type,
                                     uint32_t stored_checksum, const BlockOrigin& origin);
  // Writes bytes as they are: whole blocks with trailers that are right at this place, or pieces of
  // one.
  Status AppendBytes(std::string_view bytes);
  // Writes zeros up to `offset`, which is not before offset_bytes().
  Status PadTo(uint64_t offset);

  // The checksum to store at `target_offset` in this table for a block that had `stored` at
  // `origin`. RocksDB 11.9 `table/format.h`, ChecksumModifierForContext.
  uint32_t RebaseChecksum(uint32_t stored, const BlockOrigin& origin, uint64_t target_offset) const;

  // Writes the metaindex (with rocksdb.index from format_version 6 on) and the footer, syncs and
  // closes the file.
  Status Finish(std::map<std::string, BlockHandle, std::less<>> metaindex,
                const BlockHandle& index);

 private:
  TableWriter(FileSystem& fs, std::string path, const TableFormat& format,
              std::unique_ptr<WritableFile> file);

  Status Flush();
  Status Write(std::string_view bytes);
  std::string EncodeFooter(const BlockHandle& metaindex, const BlockHandle& index) const;

  FileSystem& fs_;
  std::string path_;
  TableFormat format_;
  std::unique_ptr<WritableFile> file_;
  std::string buffer_;
  uint64_t offset_bytes_ = 0;
  size_t waiting_bytes_ = 0;  // written since writeback was last asked for
  bool finished_ = false;
};

}  // namespace rescale::sst
