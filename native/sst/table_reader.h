// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rescale/file_system.h"
#include "rescale/types.h"
#include "sst/format.h"
#include "sst/properties.h"

namespace rescale::sst {

// How the index of a table, and the top level of a partitioned filter, are coded.
struct IndexCoding {
  uint32_t type = 0;  // 0 binary, 1 hash, 2 two-level, 3 first-key
  bool keys_are_user_keys = false;
  bool values_are_delta_coded = false;
};

class Decompressor;

// An entry of the index, of whatever kind the index is, partitions looked through.
struct IndexEntry {
  std::string_view separator;  // a user key when index_key_is_user_key(), else an internal key
  BlockHandle block;
  std::string_view first_key;  // internal key; only with a first-key index
};

struct RangeTombstone {
  std::string begin;  // user keys, [begin, end)
  std::string end;
  SequenceNumber sequence;
};

// What a block must be for its bytes to mean something here.
struct RawBlock {
  std::string payload;  // as stored
  uint8_t compression_type = 0;
  uint32_t stored_checksum = 0;
};

// Reads one block-based SST. Every length is checked against the file before memory is asked for;
// every block's checksum is checked before its bytes are used. Errors name file and offset. After
// Open, all functions are const and safe from several threads.
class TableReader {
 public:
  // Reads footer, metaindex and properties. NotSupported for another table format (plain, cuckoo),
  // a format version outside 2..7, or an unknown checksum type, by name; Corruption for damage.
  static Result<std::unique_ptr<TableReader>> Open(FileSystem& fs, const std::string& path);

  const Footer& footer() const;
  const Properties& properties() const;
  // Name to handle, in name order.
  const std::vector<std::pair<std::string, BlockHandle>>& metaindex() const;
  std::optional<BlockHandle> FindMetaBlock(std::string_view name) const;
  const RandomAccessFile& file() const;
  uint32_t index_type() const;  // 0 binary, 1 hash, 2 two-level, 3 first-key
  bool index_key_is_user_key() const;
  bool index_value_is_delta_encoded() const;
  // Not 0 for an ingested file whose keys are all read under one sequence number (property
  // rocksdb.external_sst_file.global_seqno; 0 there means: take the MANIFEST's largest_seqno).
  bool is_external_file() const;
  const IndexCoding& index_coding() const;

  // Calls `visit` for each index entry in key order until it returns false or an error.
  Status ForEachIndexEntry(const std::function<Result<bool>(const IndexEntry&)>& visit) const;

  // The same for the top level of a two-level index (index_handle()) or of a partitioned filter:
  // the entries lead to partitions.
  Status ForEachPartition(const BlockHandle& top_level,
                          const std::function<Result<bool>(const IndexEntry&)>& visit) const;
  const BlockHandle& index_handle() const;

  // Payload as stored, its checksum verified.
  Result<RawBlock> ReadRawBlock(const BlockHandle& handle) const;
  // Payload decompressed (data and index blocks; dictionary applied for data blocks).
  Result<std::string> ReadBlock(const BlockHandle& handle, bool is_data_block) const;
  // The same for many blocks one after another, keeping the working memory.
  Status ReadBlock(const BlockHandle& handle, bool is_data_block, Decompressor* decompressor,
                   std::string* out) const;

  // In block order; empty when the table has none. Sequence numbers as stored.
  Result<std::vector<RangeTombstone>> ReadRangeTombstones() const;

  // Reads point entries in key order, a block at a time. Not safe to share between threads.
  class Iterator {
   public:
    virtual ~Iterator() = default;
    virtual void SeekToFirst() = 0;
    // To the first entry whose user key is at or after `user_key`.
    virtual void SeekToUserKey(std::string_view user_key) = 0;
    virtual bool Valid() const = 0;  // false at the end and after an error: see status()
    virtual void Next() = 0;
    virtual std::string_view key() const = 0;    // internal key; valid until Next or a seek
    virtual std::string_view value() const = 0;  // likewise
    virtual Status status() const = 0;
  };
  std::unique_ptr<Iterator> NewIterator() const;

  // Every block of the file, metadata and filters included: checksum, handle within the file, no
  // two overlapping. Data block contents are the iterator's business.
  Status VerifyAllBlocks() const;
  // The same without reading the data blocks, for a caller who reads them all anyway.
  Status VerifyMetaBlocks() const;

  ~TableReader();

 private:
  TableReader();
  Status VerifyBlocks(bool read_data_blocks) const;
  struct Rep;
  std::unique_ptr<Rep> rep_;
};

}  // namespace rescale::sst
