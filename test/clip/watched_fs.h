// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rescale/file_system.h"

namespace rescale::test {

// The machine's file system with what a cut needs of it. Syncs are counted, not done: hundreds of
// cuts a test need not wait for the disk. Used by one thread.
class WatchedFileSystem final : public FileSystem {
 public:
  int syncs() const { return syncs_; }
  int writebacks() const { return writebacks_; }

  Result<std::unique_ptr<RandomAccessFile>> OpenForRead(const std::string& path) override;
  Result<std::unique_ptr<WritableFile>> CreateFile(const std::string& path, uint32_t mode) override;
  Status RemoveFile(const std::string& path) override;

  Result<FileInfo> Stat(const std::string&) override { return Unused(); }
  Result<std::vector<std::string>> List(const std::string&) override { return Unused(); }
  Status CreateDirectory(const std::string&, uint32_t) override { return Unused(); }
  Status RemoveDirectory(const std::string&) override { return Unused(); }
  Status RenameNoReplace(const std::string&, const std::string&) override { return Unused(); }
  Status SyncDirectory(const std::string&) override { return Unused(); }
  Status HardLink(const std::string&, const std::string&, LinkFailure*) override {
    return Unused();
  }
  Status Reflink(const std::string&, const std::string&, uint32_t) override { return Unused(); }
  Result<std::unique_ptr<DirectoryLock>> LockDirectory(const std::string&) override {
    return Unused();
  }
  Result<bool> IsLockedByProcess(const std::string&) override { return Unused(); }
  Result<std::string> Canonical(const std::string&) override { return Unused(); }

 private:
  friend class WatchedWriter;
  static Status Unused() { return Status::Internal("a cut does not do this"); }

  int syncs_ = 0;
  int writebacks_ = 0;
};

}  // namespace rescale::test
