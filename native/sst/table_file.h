// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rescale/file_system.h"
#include "sst/compression.h"
#include "sst/format.h"
#include "sst/table_reader.h"

namespace rescale::sst {

// An SST file with its footer decoded: reads blocks by handle, checked. Errors name file and
// offset. After Open and SetDictionary, all functions are const and safe from several threads.
class TableFile {
 public:
  static Result<TableFile> Open(FileSystem& fs, const std::string& path);

  const RandomAccessFile& file() const { return *file_; }
  const Footer& footer() const { return footer_; }
  uint64_t footer_offset() const { return file_->size_bytes() - kFooterBytes; }
  void SetDictionary(std::string bytes) {
    dictionary_ = std::make_unique<CompressionDictionary>(std::move(bytes));
  }

  // The payload as stored; its checksum is not looked at.
  Result<RawBlock> ReadUnverified(const BlockHandle& handle) const;
  // Corruption when the checksum does not fit.
  Status Verify(const BlockHandle& handle, const RawBlock& block) const;
  // The same for the properties block, with its one exception: ingestion up to RocksDB 7.8 writes a
  // file's sequence number into the block in place and leaves its checksum as it was. RocksDB 11.9
  // `table/meta_blocks.cc`, ReadTablePropertiesHelper.
  Status VerifyProperties(const BlockHandle& handle, const RawBlock& block) const;
  Result<RawBlock> ReadRaw(const BlockHandle& handle) const;
  // Corruption for a block of a kind that is never compressed and says that it is: RocksDB would
  // decompress it.
  Status CheckPlain(const BlockHandle& handle, const RawBlock& block) const;
  // Verified and decompressed into `out`; the dictionary goes with data blocks only.
  Status Read(const BlockHandle& handle, bool is_data_block, Decompressor* decompressor,
              std::string* out) const;

  // Names file and offset in an error about the inside of a block.
  Status Locate(Status status, const BlockHandle& handle) const;

 private:
  TableFile() = default;
  std::unique_ptr<RandomAccessFile> file_;
  Footer footer_;
  std::unique_ptr<CompressionDictionary> dictionary_;
};

}  // namespace rescale::sst
