// SPDX-License-Identifier: Apache-2.0
#include "fs/posix_rename.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "fs/posix_error.h"

namespace rescale {
namespace {

// Names both ends: which of the two is missing or there already is told by the code and the call.
Status RenameError(int error, const std::string& from, const std::string& to) {
  if (error == EEXIST || error == ENOTEMPTY) return ErrnoStatus(error, "rename from " + from, to);
  return ErrnoStatus(error, "rename to " + to, from);
}

}  // namespace

Status RenameNoReplacePosix(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
    return Status::Ok();
  }
  // EINVAL is also "into its own subdirectory"; the plain rename says so again.
  if (errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP) return RenameChecked(from, to);
  return RenameError(errno, from, to);
}

Status RenameChecked(const std::string& from, const std::string& to) {
  struct stat info = {};
  if (::lstat(from.c_str(), &info) != 0) return RenameError(errno, from, to);
  const bool is_directory = S_ISDIR(info.st_mode);
  if (!is_directory) {
    if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0) == 0) {
      if (::unlink(from.c_str()) == 0) return Status::Ok();
      const int error = errno;
      ::unlink(to.c_str());
      return RenameError(error, from, to);
    }
    if (errno == EEXIST) return RenameError(errno, from, to);
    // No hard links here: look first, as for a directory.
  }
  if (::lstat(to.c_str(), &info) == 0) return RenameError(EEXIST, from, to);
  if (errno != ENOENT) return RenameError(errno, from, to);
  if (::rename(from.c_str(), to.c_str()) != 0) return RenameError(errno, from, to);
  return Status::Ok();
}

}  // namespace rescale
