// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rescale/file_system.h"

namespace rescale {

// Passes everything on to `base`, which must outlive it; others override what they do differently.
class ForwardingFileSystem : public FileSystem {
 public:
  explicit ForwardingFileSystem(FileSystem& base) : base_(base) {}

  Result<std::unique_ptr<RandomAccessFile>> OpenForRead(const std::string& path) override {
    return base_.OpenForRead(path);
  }
  Result<std::unique_ptr<WritableFile>> CreateFile(const std::string& path,
                                                   uint32_t mode) override {
    return base_.CreateFile(path, mode);
  }
  Result<FileInfo> Stat(const std::string& path) override { return base_.Stat(path); }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return base_.List(directory);
  }
  Status CreateDirectory(const std::string& path, uint32_t mode) override {
    return base_.CreateDirectory(path, mode);
  }
  Status RemoveFile(const std::string& path) override { return base_.RemoveFile(path); }
  Status RemoveDirectory(const std::string& path) override { return base_.RemoveDirectory(path); }
  Status RenameNoReplace(const std::string& from, const std::string& to) override {
    return base_.RenameNoReplace(from, to);
  }
  Status SyncDirectory(const std::string& path) override { return base_.SyncDirectory(path); }
  Status HardLink(const std::string& from, const std::string& to, LinkFailure* failure) override {
    return base_.HardLink(from, to, failure);
  }
  Status Reflink(const std::string& from, const std::string& to, uint32_t mode) override {
    return base_.Reflink(from, to, mode);
  }
  Result<std::unique_ptr<DirectoryLock>> LockDirectory(const std::string& path) override {
    return base_.LockDirectory(path);
  }
  Result<bool> IsLockedByProcess(const std::string& lock_file) override {
    return base_.IsLockedByProcess(lock_file);
  }
  Result<std::string> Canonical(const std::string& path) override { return base_.Canonical(path); }

 private:
  FileSystem& base_;
};

}  // namespace rescale
