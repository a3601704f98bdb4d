// SPDX-License-Identifier: Apache-2.0
#include "fs/fs_util.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace rescale {
namespace {

std::string_view WithoutSlashesAtEnd(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return path;
}

Result<uint32_t> ModeOr(FileSystem& fs, const std::string& from, std::optional<uint32_t> mode) {
  if (mode) return *mode;
  RESCALE_ASSIGN_OR_RETURN(const FileInfo info, fs.Stat(from));
  return info.mode;
}

// Ends a file that was written, well or not; a failed one is removed.
Status Finish(FileSystem& fs, const std::string& path, std::unique_ptr<WritableFile> file,
              Status written, bool sync) {
  if (written.ok() && sync) written = file->Sync();
  if (written.ok()) written = file->Close();
  if (written.ok()) return written;
  file.reset();
  static_cast<void>(fs.RemoveFile(path));  // the first error is the one to tell
  return written;
}

}  // namespace

std::string JoinPath(std::string_view directory, std::string_view name) {
  std::string path(directory);
  if (!path.empty() && path.back() != '/') path += '/';
  path += name;
  return path;
}

std::string BaseName(std::string_view path) {
  path = WithoutSlashesAtEnd(path);
  const size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string ParentDirectory(std::string_view path) {
  path = WithoutSlashesAtEnd(path);
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  if (slash == 0) return "/";
  return std::string(WithoutSlashesAtEnd(path.substr(0, slash)));
}

Result<bool> FileExists(FileSystem& fs, const std::string& path) {
  const Result<FileInfo> info = fs.Stat(path);
  if (info.ok()) return true;
  if (info.status().code() == StatusCode::kNotFound) return false;
  return info.status();
}

Result<std::string> ReadWholeFile(FileSystem& fs, const std::string& path, uint64_t max_bytes) {
  RESCALE_ASSIGN_OR_RETURN(const auto file, fs.OpenForRead(path));
  const uint64_t size = file->size_bytes();
  if (size > max_bytes) {
    return Status::Corruption(
               fmt::format("the file is too long: expected at most {} bytes, found {}", max_bytes,
                           size))
        .At(path);
  }
  std::string data(static_cast<size_t>(size), '\0');
  RESCALE_RETURN_IF_ERROR(file->ReadExactly(0, data.size(), data.data()));
  return data;
}

Status WriteWholeFile(FileSystem& fs, const std::string& path, std::string_view data, uint32_t mode,
                      bool sync) {
  RESCALE_ASSIGN_OR_RETURN(auto file, fs.CreateFile(path, mode));
  Status written = file->Append(data);
  return Finish(fs, path, std::move(file), std::move(written), sync);
}

Status CopyWholeFile(FileSystem& fs, const std::string& from, const std::string& to,
                     std::optional<uint32_t> mode) {
  RESCALE_ASSIGN_OR_RETURN(const uint32_t bits, ModeOr(fs, from, mode));
  RESCALE_ASSIGN_OR_RETURN(const auto source, fs.OpenForRead(from));
  RESCALE_ASSIGN_OR_RETURN(auto target, fs.CreateFile(to, bits));
  Status written = target->AppendFrom(*source, 0, source->size_bytes());
  return Finish(fs, to, std::move(target), std::move(written), true);
}

Result<Transfer> TransferFile(FileSystem& fs, const std::string& from, const std::string& to,
                              std::optional<uint32_t> mode, bool prefer_copy) {
  Transfer transfer;
  if (!prefer_copy) {
    const Status linked = fs.HardLink(from, to, &transfer.link_failure);
    if (linked.ok()) return transfer;
    if (transfer.link_failure == LinkFailure::kNone) return linked;
  }
  RESCALE_ASSIGN_OR_RETURN(const uint32_t bits, ModeOr(fs, from, mode));
  transfer.method = TransferMethod::kReflink;
  const Status cloned = fs.Reflink(from, to, bits);
  if (cloned.ok()) return transfer;
  if (cloned.code() != StatusCode::kNotSupported) return cloned;
  transfer.method = TransferMethod::kCopy;
  RESCALE_RETURN_IF_ERROR(CopyWholeFile(fs, from, to, bits));
  return transfer;
}

}  // namespace rescale
