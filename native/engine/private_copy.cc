// SPDX-License-Identifier: Apache-2.0
#include "engine/private_copy.h"

#include <fmt/format.h>

#include "base/cancel.h"
#include "fs/fs_util.h"

namespace rescale::engine {
namespace {

using checkpoint::FileKind;

constexpr uint32_t kPrivateMode = 0600;

bool IsInfoLog(const std::string& name) { return name == "LOG" || name.starts_with("LOG.old."); }

Status TidyLog(FileSystem& fs, const std::string& path) {
  RESCALE_ASSIGN_OR_RETURN(const FileInfo info, fs.Stat(path));
  if (info.size_bytes != 0) {
    return Status::NotSupported(
               fmt::format("{} bytes of the write-ahead log were not flushed by RocksDB; does it "
                           "hold prepared transactions?",
                           info.size_bytes))
        .At(path);
  }
  return fs.RemoveFile(path);
}

}  // namespace

Status FillPrivateCopy(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                       const std::string& directory, const CancelToken* cancel) {
  for (const std::string& name : source.names) {
    RESCALE_RETURN_IF_ERROR(CheckCancelled(cancel));
    const auto parsed = checkpoint::ParseFileName(name);
    if (!parsed) continue;
    const std::string from = JoinPath(source.directory, name);
    const std::string to = JoinPath(directory, name);
    switch (parsed->kind) {
      case FileKind::kTable:
      case FileKind::kBlob:
        RESCALE_RETURN_IF_ERROR(TransferFile(fs, from, to).status());
        break;
      case FileKind::kCurrent:
      case FileKind::kLog:
        RESCALE_RETURN_IF_ERROR(CopyWholeFile(fs, from, to, kPrivateMode));
        break;
      case FileKind::kManifest:
      case FileKind::kOptions:
        if (name == source.manifest_name || name == source.options_name) {
          RESCALE_RETURN_IF_ERROR(CopyWholeFile(fs, from, to, kPrivateMode));
        }
        break;
      case FileKind::kIdentity:
      case FileKind::kLock:
        break;
    }
  }
  return Status::Ok();
}

Status TidyPrivateCopy(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                       const std::string& directory) {
  RESCALE_ASSIGN_OR_RETURN(const auto names, fs.List(directory));
  for (const std::string& name : names) {
    const std::string path = JoinPath(directory, name);
    const auto parsed = checkpoint::ParseFileName(name);
    if (parsed && parsed->kind == FileKind::kLog) {
      RESCALE_RETURN_IF_ERROR(TidyLog(fs, path));
    } else if (IsInfoLog(name) || (parsed && (parsed->kind == FileKind::kOptions ||
                                              parsed->kind == FileKind::kLock))) {
      RESCALE_RETURN_IF_ERROR(fs.RemoveFile(path));
    }
  }
  if (source.options_name.empty()) return fs.SyncDirectory(directory);
  RESCALE_RETURN_IF_ERROR(CopyWholeFile(fs, JoinPath(source.directory, source.options_name),
                                        JoinPath(directory, source.options_name), kPrivateMode));
  return fs.SyncDirectory(directory);
}

}  // namespace rescale::engine
