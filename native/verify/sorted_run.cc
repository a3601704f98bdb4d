// SPDX-License-Identifier: Apache-2.0
#include "verify/sorted_run.h"

#include "base/internal_key.h"

namespace rescale::verify {

void SortedRun::Open(size_t index) {
  iterator_.reset();
  reader_.reset();
  current_ = index;
  const manifest::FileMetaData& file = *files_[index];
  Result<std::unique_ptr<sst::TableReader>> reader = sst::TableReader::Open(fs_, path_of_(file));
  if (!reader.ok()) {
    status_ = std::move(reader).status();
    return;
  }
  reader_ = std::move(reader).value();
  Result<std::optional<SequenceNumber>> global =
      sst::GlobalSequenceNumber(reader_->properties(), file.largest_seqno);
  if (!global.ok()) {
    status_ = std::move(global).status().At(path_of_(file));
    return;
  }
  global_sequence_ = *global;
  iterator_ = reader_->NewIterator();
}

void SortedRun::Settle() {
  while (status_.ok() && iterator_ != nullptr && !iterator_->Valid()) {
    status_ = iterator_->status();
    if (!status_.ok()) return;
    if (current_ + 1 == files_.size()) {
      iterator_.reset();
      return;
    }
    Open(current_ + 1);
    if (iterator_ != nullptr) iterator_->SeekToFirst();
  }
  if (!Valid()) return;
  key_ = iterator_->key();
  if (!global_sequence_) return;
  InternalKey parsed;
  ParseInternalKey(key_, &parsed);
  key_ = MakeInternalKey(parsed.user_key, *global_sequence_, parsed.type());
}

void SortedRun::Seek(std::string_view user_key) {
  status_ = Status::Ok();
  iterator_.reset();
  size_t index = 0;
  while (index < files_.size() && UserKeyOf(files_[index]->largest()) < user_key) ++index;
  if (index == files_.size()) return;
  Open(index);
  if (iterator_ != nullptr) iterator_->SeekToUserKey(user_key);
  Settle();
}

void SortedRun::Next() {
  iterator_->Next();
  Settle();
}

}  // namespace rescale::verify
