// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/file_meta_data.h"
#include "rescale/file_system.h"
#include "sst/table_reader.h"

namespace rescale::verify {

// The point entries of a sorted run, one L0 file or a whole deeper level, in key order; one file is
// open at a time. Sequence numbers of ingested files are the effective ones. Not thread-safe.
class SortedRun {
 public:
  // `files` in key order; they and `path_of` must outlive the run.
  SortedRun(FileSystem& fs, std::vector<const manifest::FileMetaData*> files,
            std::function<std::string(const manifest::FileMetaData&)> path_of)
      : fs_(fs), files_(std::move(files)), path_of_(std::move(path_of)) {}

  // To the first entry whose user key is at or after `user_key`.
  void Seek(std::string_view user_key);
  void Next();
  bool Valid() const { return status_.ok() && iterator_ != nullptr && iterator_->Valid(); }
  const Status& status() const { return status_; }
  std::string_view key() const { return key_; }  // effective internal key
  std::string_view value() const { return iterator_->value(); }
  // The file of the entry at hand.
  const manifest::FileMetaData& file() const { return *files_[current_]; }

 private:
  void Open(size_t index);
  // Goes on to the next file while the one at hand has nothing left, and sets key().
  void Settle();

  FileSystem& fs_;
  std::vector<const manifest::FileMetaData*> files_;
  std::function<std::string(const manifest::FileMetaData&)> path_of_;
  size_t current_ = 0;
  std::unique_ptr<sst::TableReader> reader_;
  std::unique_ptr<sst::TableReader::Iterator> iterator_;
  std::optional<SequenceNumber> global_sequence_;
  std::string key_;
  Status status_;
};

}  // namespace rescale::verify
