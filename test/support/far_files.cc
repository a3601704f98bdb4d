// SPDX-License-Identifier: Apache-2.0
#include "support/far_files.h"

namespace rescale::test {

class FarFile final : public RandomAccessFile {
 public:
  FarFile(FarFiles* files, std::string path, std::unique_ptr<RandomAccessFile> stored)
      : files_(files), path_(std::move(path)), stored_(std::move(stored)) {}

  Status ReadExactly(uint64_t offset_bytes, size_t size_bytes, char* buffer) const override {
    RESCALE_RETURN_IF_ERROR(files_->Note(path_, offset_bytes, size_bytes));
    return stored_->ReadExactly(offset_bytes, size_bytes, buffer);
  }
  uint64_t size_bytes() const override { return stored_->size_bytes(); }
  const std::string& path() const override { return path_; }
  bool is_remote() const override { return true; }

 private:
  FarFiles* files_;
  std::string path_;
  std::unique_ptr<RandomAccessFile> stored_;
};

uint64_t FarFiles::bytes_read() const {
  uint64_t sum = 0;
  for (const Read& read : reads_) sum += read.size_bytes;
  return sum;
}

Result<std::unique_ptr<RandomAccessFile>> FarFiles::Open(const std::string& path) {
  const auto found = stored_.find(path);
  if (found == stored_.end()) return std::unique_ptr<RandomAccessFile>();
  RESCALE_ASSIGN_OR_RETURN(auto stored, PosixFileSystem().OpenForRead(found->second));
  return std::unique_ptr<RandomAccessFile>(
      std::make_unique<FarFile>(this, path, std::move(stored)));
}

Status FarFiles::Note(const std::string& path, uint64_t offset_bytes, uint64_t size_bytes) {
  const std::lock_guard lock(mutex_);
  if (!failing_.empty() && path.find(failing_) != std::string::npos) {
    return Status::IoError("the store does not answer").At(path);
  }
  reads_.push_back({path, offset_bytes, size_bytes});
  return Status::Ok();
}

}  // namespace rescale::test
