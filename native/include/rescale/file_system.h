// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rescale/export.h"
#include "rescale/status.h"

namespace rescale {

// What is neither a regular file nor a directory.
enum class SpecialFile : uint8_t { kNone, kFifo, kSocket, kDevice };

// What a file or directory is, by content and not by name.
struct FileInfo {
  uint64_t size_bytes = 0;
  uint64_t device = 0;
  uint64_t inode = 0;
  int64_t modified_ns = 0;  // since 1970
  uint32_t mode = 0;        // permission bits
  bool is_directory = false;
  SpecialFile special = SpecialFile::kNone;
};

// Reads at an offset. Safe to use from several threads.
class RESCALE_EXPORT RandomAccessFile {
 public:
  virtual ~RandomAccessFile() = default;
  // Reads exactly `size` bytes at `offset` into `buffer`. Fewer bytes in the file is Corruption
  // naming file, offset, expected and found; a failed read is IoError.
  virtual Status ReadExactly(uint64_t offset_bytes, size_t size_bytes, char* buffer) const = 0;
  // Size when it was opened.
  virtual uint64_t size_bytes() const = 0;
  virtual const std::string& path() const = 0;

  // Whether each byte has to come from far away: then none is read twice where that can be helped.
  virtual bool is_remote() const { return false; }
  // A hint: [begin, end) will be read next, front to back, and maybe nothing after it.
  virtual void ExpectSequentialReads(uint64_t begin_bytes, uint64_t end_bytes) const {
    static_cast<void>(begin_bytes);
    static_cast<void>(end_bytes);
  }
};

// Written front to back by one thread. Destroyed unclosed, it closes and forgets errors.
class RESCALE_EXPORT WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual Status Append(std::string_view data) = 0;
  virtual Status Sync() = 0;
  virtual Status Close() = 0;
  // Appends bytes [offset, offset + size) of `source`, in the kernel where it can.
  virtual Status AppendFrom(const RandomAccessFile& source, uint64_t offset_bytes,
                            uint64_t size_bytes) = 0;
  // A hint: what was appended may go to the device from now on, so that a later Sync() finds little
  // left. Makes nothing durable, and cannot fail; a file system without it does nothing.
  virtual void StartWriteback() {}
};

// Held while alive; released when destroyed or when the process ends.
class RESCALE_EXPORT DirectoryLock {
 public:
  virtual ~DirectoryLock() = default;
};

// How a whole file got from a source to a target.
enum class TransferMethod : uint8_t { kHardLink, kReflink, kCopy };

// Why a hard link was not possible for a file, for the report. kNone: it was, or was not wanted.
enum class LinkFailure : uint8_t {
  kNone,
  kCrossDevice,
  kNotPermitted,
  kTooManyLinks,
  kNotSupported
};

struct Transfer {
  TransferMethod method = TransferMethod::kHardLink;
  LinkFailure link_failure = LinkFailure::kNone;
};

// Every system call of the library goes through one of these, so that tests can make each fail.
// All functions are safe to call from several threads. Errors carry the path and the system's text;
// NotFound and AlreadyExists are told apart from IoError.
class RESCALE_EXPORT FileSystem {
 public:
  virtual ~FileSystem() = default;

  virtual Result<std::unique_ptr<RandomAccessFile>> OpenForRead(const std::string& path) = 0;
  // Makes a new file (O_EXCL) with the given permission bits, never one that exists.
  virtual Result<std::unique_ptr<WritableFile>> CreateFile(const std::string& path,
                                                           uint32_t mode = 0644) = 0;

  virtual Result<FileInfo> Stat(const std::string& path) = 0;
  // Names in a directory, without "." and "..", sorted.
  virtual Result<std::vector<std::string>> List(const std::string& directory) = 0;
  // One level; AlreadyExists when something is there.
  virtual Status CreateDirectory(const std::string& path, uint32_t mode = 0755) = 0;
  virtual Status RemoveFile(const std::string& path) = 0;
  virtual Status RemoveDirectory(const std::string& path) = 0;
  // Atomic; AlreadyExists when `to` exists, even as an empty directory.
  virtual Status RenameNoReplace(const std::string& from, const std::string& to) = 0;
  // Makes names created, linked, renamed in the directory durable.
  virtual Status SyncDirectory(const std::string& path) = 0;

  // A hard link and nothing else. The status is IoError when it fails; `failure` says whether a
  // copy is a sensible next step (anything but kNone).
  virtual Status HardLink(const std::string& from, const std::string& to, LinkFailure* failure) = 0;
  // A new inode sharing the source's blocks (FICLONE), or NotSupported and no file left.
  virtual Status Reflink(const std::string& from, const std::string& to, uint32_t mode) = 0;

  // Takes the exclusive advisory lock of a directory; Busy when another process or caller has it.
  virtual Result<std::unique_ptr<DirectoryLock>> LockDirectory(const std::string& path) = 0;
  // Whether some other process holds a RocksDB LOCK file (fcntl); never changes the file. False
  // when there is none.
  virtual Result<bool> IsLockedByProcess(const std::string& lock_file) = 0;

  // An absolute path with symbolic links resolved; NotFound when it does not exist.
  virtual Result<std::string> Canonical(const std::string& path) = 0;
};

// Files that are not on this machine, under the paths that they would have here.
class RESCALE_EXPORT RemoteFiles {
 public:
  virtual ~RemoteFiles() = default;
  // Null when the file is not one of them: then it is looked for at its path. Several threads may
  // ask at once; what is returned is read by one thread at a time, a few large reads a file.
  virtual Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) = 0;
};

// The file system of this machine. One object, never destroyed, without state.
RESCALE_EXPORT FileSystem& PosixFileSystem();

}  // namespace rescale
