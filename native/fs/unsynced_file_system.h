// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "fs/forwarding_file_system.h"

namespace rescale {

// Makes nothing durable: files and directories are not synced. For what a crash of the machine may
// take, because it is made anew then.
class UnsyncedFileSystem final : public ForwardingFileSystem {
 public:
  using ForwardingFileSystem::ForwardingFileSystem;
  Result<std::unique_ptr<WritableFile>> CreateFile(const std::string& path, uint32_t mode) override;
  Status SyncDirectory(const std::string&) override { return Status::Ok(); }
};

}  // namespace rescale
