// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "fs/remote_file_system.h"
#include "fs/unsynced_file_system.h"
#include "rescale/run.h"

namespace rescale::run {

// The file system that an operation works on, as its options say. They must outlive it.
class WriteFileSystem {
 public:
  explicit WriteFileSystem(const WriteOptions& options)
      : top_(options.file_system != nullptr ? options.file_system : &PosixFileSystem()) {
    if (!options.sync) top_ = &unsynced_.emplace(*top_);
    if (options.remote != nullptr) top_ = &remote_.emplace(*top_, *options.remote);
  }
  WriteFileSystem(const WriteFileSystem&) = delete;
  WriteFileSystem& operator=(const WriteFileSystem&) = delete;

  FileSystem& get() { return *top_; }

 private:
  std::optional<UnsyncedFileSystem> unsynced_;
  std::optional<RemoteFileSystem> remote_;
  FileSystem* top_;
};

}  // namespace rescale::run
