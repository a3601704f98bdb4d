// SPDX-License-Identifier: Apache-2.0
#include "sst/index_cursor.h"

#include <fmt/format.h>

#include "base/coding.h"
#include "base/internal_key.h"

namespace rescale::sst {
namespace {

int CompareSeparators(const IndexCoding& coding, std::string_view a, std::string_view b) {
  return coding.keys_are_user_keys ? a.compare(b) : CompareInternalKeys(a, b);
}

std::string_view SeparatorUserKey(const IndexCoding& coding, std::string_view separator) {
  return coding.keys_are_user_keys ? separator : UserKeyOf(separator);
}

}  // namespace

Result<std::unique_ptr<IndexBlockCursor>> IndexBlockCursor::Open(const TableFile& table,
                                                                 const BlockHandle& handle,
                                                                 const IndexCoding& coding,
                                                                 bool is_top_level,
                                                                 Decompressor* decompressor) {
  std::unique_ptr<IndexBlockCursor> index(new IndexBlockCursor(table, handle, coding));
  RESCALE_RETURN_IF_ERROR(
      table.Read(handle, /*is_data_block=*/false, decompressor, &index->block_));
  Result<BlockLayout> layout = ParseBlockLayout(index->block_);
  if (!layout.ok()) {
    return table.Locate(std::move(layout).status().Within("index block"), handle);
  }
  index->has_first_key_ = coding.type == 3 && !is_top_level;
  const ValueCoding values = !coding.values_are_delta_coded ? ValueCoding::kSized
                             : index->has_first_key_        ? ValueCoding::kHandleWithFirstKey
                                                            : ValueCoding::kHandle;
  index->cursor_ = std::make_unique<BlockCursor>(index->block_, *layout, values);
  return index;
}

void IndexBlockCursor::SeekToFirst() {
  cursor_->SeekToFirst();
  Decode();
}

void IndexBlockCursor::SeekToUserKey(std::string_view user_key) {
  bool too_short = false;
  cursor_->Seek([&](std::string_view separator) {
    if (!coding_.keys_are_user_keys && separator.size() < kInternalKeyFooterBytes) {
      too_short = true;
      return true;
    }
    return SeparatorUserKey(coding_, separator) >= user_key;
  });
  Decode();
  if (too_short && status_.ok()) {
    status_ =
        table_.Locate(Status::Corruption("index block: a separator of fewer than 8 bytes"), self_);
  }
}

void IndexBlockCursor::Next() {
  cursor_->Next();
  Decode();
}

Status IndexBlockCursor::DecodeSizedValue() {
  Decoder in(cursor_->value());
  if (!DecodeBlockHandle(&in, &entry_.block) ||
      (has_first_key_ && !in.GetLengthPrefixed(&entry_.first_key)) || !in.empty()) {
    return Status::Corruption(
        fmt::format("value of {} bytes is not a block handle", cursor_->value().size()));
  }
  return Status::Ok();
}

void IndexBlockCursor::Decode() {
  status_ = cursor_->status();
  if (cursor_->Valid()) {
    entry_ = {cursor_->key(), cursor_->handle(), cursor_->first_key()};
    if (!coding_.values_are_delta_coded) status_ = DecodeSizedValue();
    const size_t least = coding_.keys_are_user_keys ? 0 : kInternalKeyFooterBytes;
    if (status_.ok() && (entry_.separator.size() < least ||
                         (has_first_key_ && entry_.first_key.size() < kInternalKeyFooterBytes))) {
      status_ = Status::Corruption("a separator or first key of fewer than 8 bytes");
    }
    if (status_.ok()) status_ = CheckBlockHandle(entry_.block, table_.footer_offset());
  }
  if (!status_.ok()) status_ = table_.Locate(std::move(status_).Within("index block"), self_);
}

Result<std::unique_ptr<IndexCursor>> IndexCursor::Open(const TableFile& table,
                                                       const BlockHandle& index,
                                                       const IndexCoding& coding) {
  std::unique_ptr<IndexCursor> cursor(new IndexCursor(table, coding));
  cursor->root_ = index;
  const bool two_level = cursor->is_partitioned();
  RESCALE_ASSIGN_OR_RETURN(
      std::unique_ptr<IndexBlockCursor> root,
      IndexBlockCursor::Open(table, index, coding, two_level, &cursor->decompressor_));
  if (two_level) {
    cursor->top_ = std::move(root);
  } else {
    cursor->partition_ = std::move(root);
    cursor->leaf_ = cursor->partition_.get();
  }
  return cursor;
}

void IndexCursor::Fail(Status status) {
  valid_ = false;
  status_ = std::move(status);
}

bool IndexCursor::OpenPartition() {
  if (!top_->Valid()) {
    Fail(top_->status());
    return false;
  }
  Result<std::unique_ptr<IndexBlockCursor>> opened = IndexBlockCursor::Open(
      table_, top_->entry().block, coding_, /*is_top_level=*/false, &decompressor_);
  if (!opened.ok()) {
    Fail(std::move(opened).status());
    return false;
  }
  partition_ = std::move(opened).value();
  leaf_ = partition_.get();
  return true;
}

void IndexCursor::SkipEmptyPartitions() {
  while (is_partitioned() && !leaf_->Valid() && leaf_->status().ok()) {
    top_->Next();
    if (!OpenPartition()) return;
    leaf_->SeekToFirst();
  }
  Settle();
}

void IndexCursor::Settle() {
  status_ = leaf_->status();
  valid_ = leaf_->Valid();
  if (valid_) CheckOrder();
}

void IndexCursor::CheckOrder() {
  const std::string_view separator = leaf_->entry().separator;
  if (has_previous_ && CompareSeparators(coding_, previous_, separator) >= 0) {
    return Fail(
        table_.Locate(Status::Corruption(fmt::format("index separator {} does not follow {}",
                                                     EscapeKey(separator), EscapeKey(previous_))),
                      root_));
  }
  if (is_partitioned() && CompareSeparators(coding_, separator, top_->entry().separator) > 0) {
    return Fail(table_.Locate(
        Status::Corruption(fmt::format("index separator {} lies past its partition's {}",
                                       EscapeKey(separator), EscapeKey(top_->entry().separator))),
        root_));
  }
  previous_ = separator;
  has_previous_ = true;
}

void IndexCursor::SeekToFirst() {
  has_previous_ = false;
  if (is_partitioned()) {
    top_->SeekToFirst();
    if (!OpenPartition()) return;
  }
  leaf_->SeekToFirst();
  SkipEmptyPartitions();
}

void IndexCursor::SeekToUserKey(std::string_view user_key) {
  has_previous_ = false;
  if (is_partitioned()) {
    top_->SeekToUserKey(user_key);
    if (!OpenPartition()) return;
  }
  leaf_->SeekToUserKey(user_key);
  SkipEmptyPartitions();
}

void IndexCursor::Next() {
  leaf_->Next();
  SkipEmptyPartitions();
}

}  // namespace rescale::sst
