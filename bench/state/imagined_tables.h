// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rescale/file_system.h"

namespace rescale::bench {

// The machine's file system, on which every SST is taken to be there with one size, and to be
// linked wherever it is wanted: what a run of a million SSTs needs shows without a million files.
class ImaginedTables final : public FileSystem {
 public:
  explicit ImaginedTables(uint64_t table_bytes) : table_bytes_(table_bytes) {}

  Result<FileInfo> Stat(const std::string& path) override;
  Status HardLink(const std::string& from, const std::string& to, LinkFailure* failure) override;

  Result<std::unique_ptr<RandomAccessFile>> OpenForRead(const std::string& path) override {
    return real_.OpenForRead(path);
  }
  Result<std::unique_ptr<WritableFile>> CreateFile(const std::string& path,
                                                   uint32_t mode) override {
    return real_.CreateFile(path, mode);
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return real_.List(directory);
  }
  Status CreateDirectory(const std::string& path, uint32_t mode) override {
    return real_.CreateDirectory(path, mode);
  }
  Status RemoveFile(const std::string& path) override { return real_.RemoveFile(path); }
  Status RemoveDirectory(const std::string& path) override { return real_.RemoveDirectory(path); }
  Status RenameNoReplace(const std::string& from, const std::string& to) override {
    return real_.RenameNoReplace(from, to);
  }
  Status SyncDirectory(const std::string& path) override { return real_.SyncDirectory(path); }
  Status Reflink(const std::string& from, const std::string& to, uint32_t mode) override {
    return real_.Reflink(from, to, mode);
  }
  Result<std::unique_ptr<DirectoryLock>> LockDirectory(const std::string& path) override {
    return real_.LockDirectory(path);
  }
  Result<bool> IsLockedByProcess(const std::string& lock_file) override {
    return real_.IsLockedByProcess(lock_file);
  }
  Result<std::string> Canonical(const std::string& path) override { return real_.Canonical(path); }

 private:
  FileSystem& real_ = PosixFileSystem();
  uint64_t table_bytes_;
};

}  // namespace rescale::bench
