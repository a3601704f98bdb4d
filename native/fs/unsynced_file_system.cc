// SPDX-License-Identifier: Apache-2.0
#include "fs/unsynced_file_system.h"

#include <utility>

namespace rescale {
namespace {

// Close() writes what is buffered and tells what went wrong.
class UnsyncedFile final : public WritableFile {
 public:
  explicit UnsyncedFile(std::unique_ptr<WritableFile> file) : file_(std::move(file)) {}

  Status Append(std::string_view data) override { return file_->Append(data); }
  Status Sync() override { return Status::Ok(); }
  Status Close() override { return file_->Close(); }
  Status AppendFrom(const RandomAccessFile& source, uint64_t offset_bytes,
                    uint64_t size_bytes) override {
    return file_->AppendFrom(source, offset_bytes, size_bytes);
  }

 private:
  std::unique_ptr<WritableFile> file_;
};

}  // namespace

Result<std::unique_ptr<WritableFile>> UnsyncedFileSystem::CreateFile(const std::string& path,
                                                                     uint32_t mode) {
  RESCALE_ASSIGN_OR_RETURN(auto file, ForwardingFileSystem::CreateFile(path, mode));
  return std::unique_ptr<WritableFile>(std::make_unique<UnsyncedFile>(std::move(file)));
}

}  // namespace rescale
