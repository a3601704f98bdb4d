// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "fs/posix_error.h"
#include "fs/posix_file.h"
#include "fs/posix_lock.h"
#include "fs/posix_rename.h"
#include "fs/posix_transfer.h"
#include "fs/unique_fd.h"
#include "rescale/file_system.h"

namespace rescale {
namespace {

// Linux. Every descriptor is O_CLOEXEC, so that no child of the host process keeps one.
class PosixFs final : public FileSystem {
 public:
  Result<std::unique_ptr<RandomAccessFile>> OpenForRead(const std::string& path) override {
    return PosixRandomAccessFile::Open(path);
  }
  Result<std::unique_ptr<WritableFile>> CreateFile(const std::string& path,
                                                   uint32_t mode) override {
    return PosixWritableFile::Create(path, mode);
  }
  Result<FileInfo> Stat(const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  Status CreateDirectory(const std::string& path, uint32_t mode) override;
  Status RemoveFile(const std::string& path) override;
  Status RemoveDirectory(const std::string& path) override;
  Status RenameNoReplace(const std::string& from, const std::string& to) override {
    return RenameNoReplacePosix(from, to);
  }
  Status SyncDirectory(const std::string& path) override;
  Status HardLink(const std::string& from, const std::string& to, LinkFailure* failure) override {
    return HardLinkPosix(from, to, failure);
  }
  Status Reflink(const std::string& from, const std::string& to, uint32_t mode) override {
    return ReflinkPosix(from, to, mode);
  }
  Result<std::unique_ptr<DirectoryLock>> LockDirectory(const std::string& path) override {
    return LockDirectoryPosix(path);
  }
  Result<bool> IsLockedByProcess(const std::string& lock_file) override {
    return IsLockedByProcessPosix(lock_file);
  }
  Result<std::string> Canonical(const std::string& path) override;
};

SpecialFile SpecialOf(mode_t mode) {
  if (S_ISFIFO(mode)) return SpecialFile::kFifo;
  if (S_ISSOCK(mode)) return SpecialFile::kSocket;
  return S_ISCHR(mode) || S_ISBLK(mode) ? SpecialFile::kDevice : SpecialFile::kNone;
}

Result<FileInfo> PosixFs::Stat(const std::string& path) {
  struct stat raw = {};
  if (::stat(path.c_str(), &raw) != 0) return ErrnoStatus(errno, "stat", path);
  FileInfo info;
  info.size_bytes = static_cast<uint64_t>(raw.st_size);
  info.device = raw.st_dev;
  info.inode = raw.st_ino;
  info.modified_ns = int64_t{raw.st_mtim.tv_sec} * 1'000'000'000 + raw.st_mtim.tv_nsec;
  info.mode = raw.st_mode & 0777u;
  info.is_directory = S_ISDIR(raw.st_mode);
  info.special = SpecialOf(raw.st_mode);
  return info;
}

Result<std::vector<std::string>> PosixFs::List(const std::string& directory) {
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(directory.c_str()), &::closedir);
  if (stream == nullptr) return ErrnoStatus(errno, "list", directory);
  std::vector<std::string> names;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) break;
    if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
    names.emplace_back(entry->d_name);
  }
  if (errno != 0) return ErrnoStatus(errno, "list", directory);
  std::sort(names.begin(), names.end());
  return names;
}

Status PosixFs::CreateDirectory(const std::string& path, uint32_t mode) {
  if (::mkdir(path.c_str(), static_cast<mode_t>(mode & 0777u)) != 0) {
    return ErrnoStatus(errno, "mkdir", path);
  }
  return Status::Ok();
}

Status PosixFs::RemoveFile(const std::string& path) {
  if (::unlink(path.c_str()) != 0) return ErrnoStatus(errno, "unlink", path);
  return Status::Ok();
}

Status PosixFs::RemoveDirectory(const std::string& path) {
  if (::rmdir(path.c_str()) == 0) return Status::Ok();
  // A directory that still has files is not "the target is there".
  if (errno == ENOTEMPTY || errno == EEXIST) {
    return Status::IoError("rmdir: the directory is not empty").At(path);
  }
  return ErrnoStatus(errno, "rmdir", path);
}

Status PosixFs::SyncDirectory(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid()) return ErrnoStatus(errno, "open", path);
  int rc = 0;
  do {
    rc = ::fsync(fd.get());
  } while (rc != 0 && errno == EINTR);
  // Some file systems have no such call for directories; their names need none.
  if (rc != 0 && errno != EINVAL) return ErrnoStatus(errno, "fsync", path);
  return Status::Ok();
}

Result<std::string> PosixFs::Canonical(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> resolved(::realpath(path.c_str(), nullptr),
                                                        &std::free);
  if (resolved == nullptr) return ErrnoStatus(errno, "realpath", path);
  return std::string(resolved.get());
}

}  // namespace

FileSystem& PosixFileSystem() {
  static PosixFs& fs = *new PosixFs;  // never destroyed: threads may outlive static destructors
  return fs;
}

}  // namespace rescale
