// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "fs/fs_util.h"

namespace rescale {
namespace {

constexpr size_t kMaxDepth = 64;

// A directory that is being emptied: its real path and the names still in it.
struct OpenDirectory {
  std::string path;
  std::vector<std::string> names;
};

Result<OpenDirectory> OpenReal(FileSystem& fs, std::string path) {
  RESCALE_ASSIGN_OR_RETURN(auto names, fs.List(path));
  return OpenDirectory{std::move(path), std::move(names)};
}

// Whether `path`, whose parent is a real path, is a directory and no symbolic link to one.
Result<bool> IsRealDirectory(FileSystem& fs, const std::string& path) {
  RESCALE_ASSIGN_OR_RETURN(const FileInfo info, fs.Stat(path));
  if (!info.is_directory) return false;
  RESCALE_ASSIGN_OR_RETURN(const std::string real, fs.Canonical(path));
  return real == path;
}

}  // namespace

Status RemoveTree(FileSystem& fs, const std::string& directory) {
  Result<std::string> parent = fs.Canonical(ParentDirectory(directory));
  if (!parent.ok() && parent.status().code() == StatusCode::kNotFound) return Status::Ok();
  if (!parent.ok()) return parent.status();
  const std::string top = JoinPath(*parent, BaseName(directory));
  RESCALE_ASSIGN_OR_RETURN(const bool exists, FileExists(fs, top));
  if (!exists) return Status::Ok();
  RESCALE_ASSIGN_OR_RETURN(const bool real, IsRealDirectory(fs, top));
  if (!real) {
    return Status::InvalidArgument("expected a directory to remove, found a link or a file")
        .At(directory);
  }
  std::vector<OpenDirectory> open;
  RESCALE_ASSIGN_OR_RETURN(OpenDirectory first, OpenReal(fs, top));
  open.push_back(std::move(first));
  while (!open.empty()) {
    OpenDirectory& last = open.back();
    if (last.names.empty()) {
      RESCALE_RETURN_IF_ERROR(fs.RemoveDirectory(last.path));
      open.pop_back();
      continue;
    }
    std::string path = JoinPath(last.path, last.names.back());
    last.names.pop_back();
    // Removing first means that a link is gone before anyone could ask where it leads.
    Status removed = fs.RemoveFile(path);
    if (removed.ok() || removed.code() == StatusCode::kNotFound) continue;
    const Result<bool> descend = IsRealDirectory(fs, path);
    if (!descend.ok() || !*descend) return removed;
    if (open.size() == kMaxDepth) {
      return Status::InvalidArgument(fmt::format("directories nest deeper than {}", kMaxDepth))
          .At(path);
    }
    RESCALE_ASSIGN_OR_RETURN(OpenDirectory next, OpenReal(fs, std::move(path)));
    open.push_back(std::move(next));
  }
  return Status::Ok();
}

}  // namespace rescale
