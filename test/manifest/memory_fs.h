// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "rescale/file_system.h"

namespace rescale::test {

// Files in memory, for tests that damage a MANIFEST thousands of times. Only what manifest/ uses;
// the rest is NotSupported. Any operation can be made to fail. One thread.
class MemoryFs : public FileSystem {
 public:
  std::map<std::string, std::string> files;
  std::set<std::string> synced_directories;
  // Fails the n-th change (create, append, sync, close, rename, remove, sync of a directory) from
  // now on, 1 is the next; 0 fails none.
  int fail_change = 0;
  uint64_t largest_read_bytes = 0;

  Result<std::unique_ptr<RandomAccessFile>> OpenForRead(const std::string& path) override;
  Result<std::unique_ptr<WritableFile>> CreateFile(const std::string& path, uint32_t mode) override;
  Result<FileInfo> Stat(const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  Status CreateDirectory(const std::string& path, uint32_t mode) override;
  Status RemoveFile(const std::string& path) override;
  Status RemoveDirectory(const std::string& path) override;
  Status RenameNoReplace(const std::string& from, const std::string& to) override;
  Status SyncDirectory(const std::string& path) override;
  Status HardLink(const std::string& from, const std::string& to, LinkFailure* failure) override;
  Status Reflink(const std::string& from, const std::string& to, uint32_t mode) override;
  Result<std::unique_ptr<DirectoryLock>> LockDirectory(const std::string& path) override;
  Result<bool> IsLockedByProcess(const std::string& lock_file) override;
  Result<std::string> Canonical(const std::string& path) override;

  Status Change(const std::string& path);  // the failure that is due, if any
};

}  // namespace rescale::test
