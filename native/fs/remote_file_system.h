// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "fs/forwarding_file_system.h"

namespace rescale {

// Reads files that are far away as if they were here; everything else is `base`'s. Both must
// outlive it and the files that it opened.
class RemoteFileSystem final : public ForwardingFileSystem {
 public:
  RemoteFileSystem(FileSystem& base, RemoteFiles& remote)
      : ForwardingFileSystem(base), remote_(remote) {}
  Result<std::unique_ptr<RandomAccessFile>> OpenForRead(const std::string& path) override;
  // Of a remote file only the size is known.
  Result<FileInfo> Stat(const std::string& path) override;

 private:
  RemoteFiles& remote_;
};

}  // namespace rescale
