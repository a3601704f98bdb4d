// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sst/block.h"
#include "sst/table_file.h"
#include "sst/table_reader.h"

namespace rescale::sst {

// Walks the entries of one block of the index: the whole index, the top level or a partition of a
// two-level one, or the top level of a partitioned filter. Owns the block's bytes.
class IndexBlockCursor {
 public:
  // `is_top_level`: the entries lead to partitions and never carry a first key.
  static Result<std::unique_ptr<IndexBlockCursor>> Open(const TableFile& table,
                                                        const BlockHandle& handle,
                                                        const IndexCoding& coding,
                                                        bool is_top_level,
                                                        Decompressor* decompressor);

  void SeekToFirst();
  // To the first entry whose block may hold `user_key` or a later one.
  void SeekToUserKey(std::string_view user_key);
  void Next();
  bool Valid() const { return status_.ok() && cursor_->Valid(); }
  const Status& status() const { return status_; }
  const IndexEntry& entry() const { return entry_; }

 private:
  IndexBlockCursor(const TableFile& table, const BlockHandle& handle, const IndexCoding& coding)
      : table_(table), self_(handle), coding_(coding) {}
  void Decode();
  Status DecodeSizedValue();

  const TableFile& table_;
  BlockHandle self_;
  IndexCoding coding_;
  bool has_first_key_ = false;
  std::string block_;
  std::unique_ptr<BlockCursor> cursor_;
  IndexEntry entry_;
  Status status_;
};

// Walks the whole index, partitions looked through. Separators must be strictly increasing, and
// those of a partition must not pass the top level's. Not thread-safe; the table must outlive it.
class IndexCursor {
 public:
  static Result<std::unique_ptr<IndexCursor>> Open(const TableFile& table, const BlockHandle& index,
                                                   const IndexCoding& coding);

  void SeekToFirst();
  void SeekToUserKey(std::string_view user_key);
  void Next();
  bool Valid() const { return valid_; }
  const Status& status() const { return status_; }
  const IndexEntry& entry() const { return leaf_->entry(); }

 private:
  IndexCursor(const TableFile& table, const IndexCoding& coding) : table_(table), coding_(coding) {}
  bool is_partitioned() const { return coding_.type == 2; }
  // Opens the partition the top level stands on; false when there is none or it is damaged.
  bool OpenPartition();
  void SkipEmptyPartitions();
  void Settle();
  void CheckOrder();
  void Fail(Status status);

  const TableFile& table_;
  IndexCoding coding_;
  Decompressor decompressor_;
  std::unique_ptr<IndexBlockCursor> top_;        // two-level only
  std::unique_ptr<IndexBlockCursor> partition_;  // two-level only
  IndexBlockCursor* leaf_ = nullptr;
  BlockHandle root_;
  std::string previous_;
  bool has_previous_ = false;
  bool valid_ = false;
  Status status_;
};

}  // namespace rescale::sst
