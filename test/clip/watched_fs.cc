// SPDX-License-Identifier: Apache-2.0
#include "clip/watched_fs.h"

namespace rescale::test {

class WatchedReader final : public RandomAccessFile {
 public:
  WatchedReader(WatchedFileSystem* fs, std::unique_ptr<RandomAccessFile> file)
      : fs_(fs), file_(std::move(file)) {}
  Status ReadExactly(uint64_t offset_bytes, size_t size_bytes, char* buffer) const override {
    RESCALE_RETURN_IF_ERROR(fs_->Count());
    return file_->ReadExactly(offset_bytes, size_bytes, buffer);
  }
  uint64_t size_bytes() const override { return file_->size_bytes(); }
  const std::string& path() const override { return file_->path(); }

 private:
  WatchedFileSystem* fs_;
  std::unique_ptr<RandomAccessFile> file_;
};

class WatchedWriter final : public WritableFile {
 public:
  WatchedWriter(WatchedFileSystem* fs, std::unique_ptr<WritableFile> file)
      : fs_(fs), file_(std::move(file)) {}
  Status Append(std::string_view data) override {
    RESCALE_RETURN_IF_ERROR(fs_->Count());
    return file_->Append(data);
  }
  Status Sync() override {
    RESCALE_RETURN_IF_ERROR(fs_->Count());
    ++fs_->syncs_;
    return Status::Ok();
  }
  Status Close() override {
    RESCALE_RETURN_IF_ERROR(fs_->Count());
    return file_->Close();
  }
  Status AppendFrom(const RandomAccessFile&, uint64_t, uint64_t) override {
    return WatchedFileSystem::Unused();
  }

 private:
  WatchedFileSystem* fs_;
  std::unique_ptr<WritableFile> file_;
};

Status WatchedFileSystem::Count() {
  ++operations_;
  if (operations_ == fail_at_) return Status::IoError("failed on purpose");
  return Status::Ok();
}

Result<std::unique_ptr<RandomAccessFile>> WatchedFileSystem::OpenForRead(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Count());
  RESCALE_ASSIGN_OR_RETURN(auto file, PosixFileSystem().OpenForRead(path));
  return std::unique_ptr<RandomAccessFile>(std::make_unique<WatchedReader>(this, std::move(file)));
}

Result<std::unique_ptr<WritableFile>> WatchedFileSystem::CreateFile(const std::string& path,
                                                                    uint32_t mode) {
  RESCALE_RETURN_IF_ERROR(Count());
  RESCALE_ASSIGN_OR_RETURN(auto file, PosixFileSystem().CreateFile(path, mode));
  return std::unique_ptr<WritableFile>(std::make_unique<WatchedWriter>(this, std::move(file)));
}

Status WatchedFileSystem::RemoveFile(const std::string& path) {
  return PosixFileSystem().RemoveFile(path);
}

}  // namespace rescale::test
