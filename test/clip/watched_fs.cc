// SPDX-License-Identifier: Apache-2.0
#include "clip/watched_fs.h"

namespace rescale::test {

class WatchedWriter final : public WritableFile {
 public:
  WatchedWriter(WatchedFileSystem* fs, std::unique_ptr<WritableFile> file)
      : fs_(fs), file_(std::move(file)) {}
  Status Append(std::string_view data) override { return file_->Append(data); }
  Status Sync() override {
    ++fs_->syncs_;
    return Status::Ok();
  }
  Status Close() override { return file_->Close(); }
  void StartWriteback() override {
    ++fs_->writebacks_;
    file_->StartWriteback();
  }
  Status AppendFrom(const RandomAccessFile&, uint64_t, uint64_t) override {
    return WatchedFileSystem::Unused();
  }

 private:
  WatchedFileSystem* fs_;
  std::unique_ptr<WritableFile> file_;
};

Result<std::unique_ptr<RandomAccessFile>> WatchedFileSystem::OpenForRead(const std::string& path) {
  return PosixFileSystem().OpenForRead(path);
}

Result<std::unique_ptr<WritableFile>> WatchedFileSystem::CreateFile(const std::string& path,
                                                                    uint32_t mode) {
  RESCALE_ASSIGN_OR_RETURN(auto file, PosixFileSystem().CreateFile(path, mode));
  return std::unique_ptr<WritableFile>(std::make_unique<WatchedWriter>(this, std::move(file)));
}

Status WatchedFileSystem::RemoveFile(const std::string& path) {
  return PosixFileSystem().RemoveFile(path);
}

}  // namespace rescale::test
