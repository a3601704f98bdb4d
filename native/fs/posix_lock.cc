// SPDX-License-Identifier: Apache-2.0
#include "fs/posix_lock.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "fs/posix_error.h"
#include "fs/unique_fd.h"

namespace rescale {
namespace {

class PosixDirectoryLock final : public DirectoryLock {
 public:
  explicit PosixDirectoryLock(UniqueFd fd) : fd_(std::move(fd)) {}

 private:
  UniqueFd fd_;
};

bool SameFile(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// False too where /proc is not mounted.
bool OpenInThisProcess(const struct stat& file) {
  DIR* directory = ::opendir("/proc/self/fd");
  if (directory == nullptr) return false;
  bool found = false;
  while (const dirent* entry = ::readdir(directory)) {
    struct stat info = {};
    if (entry->d_name[0] == '.') continue;
    if (::fstatat(::dirfd(directory), entry->d_name, &info, 0) == 0 && SameFile(info, file)) {
      found = true;
      break;
    }
  }
  ::closedir(directory);
  return found;
}

}  // namespace

Result<std::unique_ptr<DirectoryLock>> LockDirectoryPosix(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) return ErrnoStatus(errno, "open", path);
  int rc = 0;
  do {
    rc = ::flock(fd.get(), LOCK_EX | LOCK_NB);
  } while (rc != 0 && errno == EINTR);
  if (rc != 0 && errno == EWOULDBLOCK) {
    return Status::Busy("another process or caller holds the lock of this directory").At(path);
  }
  if (rc != 0) return ErrnoStatus(errno, "flock", path);
  // The directory may have been removed or replaced between the open and the lock.
  struct stat locked = {};
  struct stat now = {};
  if (::fstat(fd.get(), &locked) != 0) return ErrnoStatus(errno, "fstat", path);
  if (::stat(path.c_str(), &now) != 0) return ErrnoStatus(errno, "stat", path);
  if (!SameFile(locked, now)) {
    return Status::Busy("the directory was replaced while it was being locked").At(path);
  }
  return std::unique_ptr<DirectoryLock>(std::make_unique<PosixDirectoryLock>(std::move(fd)));
}

Result<bool> IsLockedByProcessPosix(const std::string& lock_file) {
  struct stat info = {};
  if (::stat(lock_file.c_str(), &info) != 0) {
    if (errno == ENOENT) return false;
    return ErrnoStatus(errno, "stat", lock_file);
  }
  if (!S_ISREG(info.st_mode)) return false;  // RocksDB could not have locked it
  if (OpenInThisProcess(info)) return true;
  UniqueFd fd(::open(lock_file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!fd.valid()) {
    if (errno == ENOENT) return false;
    return ErrnoStatus(errno, "open", lock_file);
  }
  struct flock wanted = {};
  wanted.l_type = F_WRLCK;
  wanted.l_whence = SEEK_SET;  // with start and length 0: the whole file
  if (::fcntl(fd.get(), F_GETLK, &wanted) != 0) {
    return ErrnoStatus(errno, "fcntl(F_GETLK)", lock_file);
  }
  return wanted.l_type != F_UNLCK;
}

}  // namespace rescale
