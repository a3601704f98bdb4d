// SPDX-License-Identifier: Apache-2.0
#include "sst/table_iterator.h"

#include <string>

#include "base/internal_key.h"
#include "sst/block.h"
#include "sst/index_cursor.h"

namespace rescale::sst {
namespace {

class TableIterator final : public TableReader::Iterator {
 public:
  TableIterator(const TableFile& table, const BlockHandle& index, const IndexCoding& coding)
      : table_(table) {
    Result<std::unique_ptr<IndexCursor>> opened = IndexCursor::Open(table, index, coding);
    if (opened.ok()) {
      index_ = std::move(opened).value();
    } else {
      status_ = std::move(opened).status();
    }
  }

  void SeekToFirst() override {
    if (index_ == nullptr) return;
    index_->SeekToFirst();
    if (OpenBlock()) data_->SeekToFirst();
    Settle();
  }

  void SeekToUserKey(std::string_view user_key) override {
    if (index_ == nullptr) return;
    index_->SeekToUserKey(user_key);
    if (OpenBlock()) {
      data_->Seek([&](std::string_view key) {
        return key.size() < kInternalKeyFooterBytes || UserKeyOf(key) >= user_key;
      });
    }
    Settle();
  }

  void Next() override {
    data_->Next();
    Settle();
  }

  bool Valid() const override { return valid_; }
  std::string_view key() const override { return data_->key(); }
  std::string_view value() const override { return data_->value(); }
  Status status() const override { return status_; }

 private:
  bool OpenBlock() {
    data_.reset();
    status_ = index_->status();
    if (!index_->Valid()) return false;
    block_handle_ = index_->entry().block;
    status_ = table_.Read(block_handle_, /*is_data_block=*/true, &decompressor_, &block_);
    if (!status_.ok()) return false;
    Result<BlockLayout> layout = ParseBlockLayout(block_);
    if (!layout.ok()) {
      status_ = table_.Locate(std::move(layout).status().Within("data block"), block_handle_);
      return false;
    }
    data_ = std::make_unique<BlockCursor>(block_, *layout);
    return true;
  }

  // Moves on to the next block while the one at hand has no entry left.
  void Settle() {
    valid_ = false;
    while (data_ != nullptr) {
      if (data_->Valid()) {
        if (data_->key().size() >= kInternalKeyFooterBytes) {
          valid_ = true;
        } else {
          status_ = table_.Locate(Status::Corruption("data block: a key of fewer than 8 bytes"),
                                  block_handle_);
        }
        return;
      }
      if (!data_->status().ok()) {
        status_ = table_.Locate(Status(data_->status()).Within("data block"), block_handle_);
        return;
      }
      index_->Next();
      if (OpenBlock()) data_->SeekToFirst();
    }
  }

  const TableFile& table_;
  std::unique_ptr<IndexCursor> index_;
  Decompressor decompressor_;
  BlockHandle block_handle_;
  std::string block_;
  std::unique_ptr<BlockCursor> data_;
  bool valid_ = false;
  Status status_;
};

}  // namespace

std::unique_ptr<TableReader::Iterator> NewTableIterator(const TableFile& table,
                                                        const BlockHandle& index,
                                                        const IndexCoding& coding) {
  return std::make_unique<TableIterator>(table, index, coding);
}

}  // namespace rescale::sst
