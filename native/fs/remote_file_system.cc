// SPDX-License-Identifier: Apache-2.0
#include "fs/remote_file_system.h"

#include <utility>

#include "fs/read_ahead_file.h"

namespace rescale {

Result<std::unique_ptr<RandomAccessFile>> RemoteFileSystem::OpenForRead(const std::string& path) {
  RESCALE_ASSIGN_OR_RETURN(auto file, remote_.Open(path));
  if (file == nullptr) return ForwardingFileSystem::OpenForRead(path);
  return std::unique_ptr<RandomAccessFile>(std::make_unique<ReadAheadFile>(std::move(file)));
}

Result<FileInfo> RemoteFileSystem::Stat(const std::string& path) {
  RESCALE_ASSIGN_OR_RETURN(const auto file, remote_.Open(path));
  if (file == nullptr) return ForwardingFileSystem::Stat(path);
  FileInfo info;
  info.size_bytes = file->size_bytes();
  info.mode = 0644;
  return info;
}

}  // namespace rescale
