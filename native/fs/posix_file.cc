// SPDX-License-Identifier: Apache-2.0
#include "fs/posix_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include "fs/posix_error.h"

namespace rescale {
namespace {

static_assert(sizeof(off_t) == 8, "files above 2 GiB");

constexpr uint64_t kMaxOffset = static_cast<uint64_t>(std::numeric_limits<off_t>::max());
// One call moves at most this much, so that a signal is seen soon and no kernel limit is met.
constexpr size_t kMaxCallBytes = size_t{1} << 30;

// Whether copy_file_range cannot serve these two files, though reading and writing may.
bool KernelCopyUnavailable(int error) {
  return error == EXDEV || error == EINVAL || error == ENOSYS || error == EOPNOTSUPP ||
         error == EPERM || error == EBADF || error == ETXTBSY;
}

}  // namespace

Result<std::unique_ptr<RandomAccessFile>> PosixRandomAccessFile::Open(const std::string& path) {
  int raw = -1;
  do {
    raw = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  } while (raw < 0 && errno == EINTR);
  if (raw < 0) return ErrnoStatus(errno, "open", path);
  UniqueFd fd(raw);
  struct stat info = {};
  if (::fstat(fd.get(), &info) != 0) return ErrnoStatus(errno, "fstat", path);
  if (!S_ISREG(info.st_mode)) {
    return Status::IoError(fmt::format("expected a regular file, found {}",
                                       S_ISDIR(info.st_mode) ? "a directory" : "a special file"))
        .At(path);
  }
  return std::unique_ptr<RandomAccessFile>(std::make_unique<PosixRandomAccessFile>(
      std::move(fd), path, static_cast<uint64_t>(info.st_size)));
}

Status PosixRandomAccessFile::ReadExactly(uint64_t offset_bytes, size_t size_bytes,
                                          char* buffer) const {
  size_t done = 0;
  while (done < size_bytes) {
    const uint64_t offset = offset_bytes + done;
    if (offset < offset_bytes || offset > kMaxOffset) break;  // beyond any file
    const ssize_t n = ::pread(fd_.get(), buffer + done, std::min(size_bytes - done, kMaxCallBytes),
                              static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoStatus(errno, "read", "").At(path_, offset);
    if (n == 0) break;
    done += static_cast<size_t>(n);
  }
  if (done == size_bytes) return Status::Ok();
  return Status::Corruption(fmt::format("the file ends too early: expected {} bytes, found {} "
                                        "(file size when opened: {})",
                                        size_bytes, done, size_bytes_))
      .At(path_, offset_bytes);
}

Result<UniqueFd> CreateExclusive(const std::string& path, uint32_t mode) {
  const mode_t bits = static_cast<mode_t>(mode & 0777u);
  int raw = -1;
  do {
    raw = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, bits);
  } while (raw < 0 && errno == EINTR);
  if (raw < 0) return ErrnoStatus(errno, "create", path);
  UniqueFd fd(raw);
  struct stat info = {};
  int error = ::fstat(fd.get(), &info) == 0 ? 0 : errno;
  if (error == 0 && (info.st_mode & 0777u) != bits && ::fchmod(fd.get(), bits) != 0) {
    // A file system without permission bits says EPERM or ENOTSUP; the file is as good as it gets.
    if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS) error = errno;
  }
  if (error == 0) return fd;
  ::unlink(path.c_str());
  return ErrnoStatus(error, "create", path);
}

Result<std::unique_ptr<WritableFile>> PosixWritableFile::Create(const std::string& path,
                                                                uint32_t mode) {
  RESCALE_ASSIGN_OR_RETURN(UniqueFd fd, CreateExclusive(path, mode));
  return std::unique_ptr<WritableFile>(std::make_unique<PosixWritableFile>(std::move(fd), path));
}

PosixWritableFile::~PosixWritableFile() {
  if (fd_.valid()) static_cast<void>(Close());
}

Status PosixWritableFile::CheckUsable() const {
  if (!first_error_.ok()) return first_error_;
  if (!fd_.valid()) return Status::Internal("the file is closed already").At(path_);
  return Status::Ok();
}

Status PosixWritableFile::Fail(Status status) {
  if (first_error_.ok()) first_error_ = status;
  buffer_.clear();
  return status;
}

Status PosixWritableFile::WriteOut(std::string_view data) {
  while (!data.empty()) {
    const ssize_t n = ::write(fd_.get(), data.data(), std::min(data.size(), kMaxCallBytes));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Fail(ErrnoStatus(errno, "write", path_));
    data.remove_prefix(static_cast<size_t>(n));
    written_bytes_ += static_cast<uint64_t>(n);
  }
  return Status::Ok();
}

Status PosixWritableFile::FlushBuffer() {
  RESCALE_RETURN_IF_ERROR(WriteOut(buffer_));
  buffer_.clear();
  return Status::Ok();
}

Status PosixWritableFile::Append(std::string_view data) {
  RESCALE_RETURN_IF_ERROR(CheckUsable());
  if (buffer_.size() + data.size() > kBufferBytes) RESCALE_RETURN_IF_ERROR(FlushBuffer());
  if (data.size() >= kBufferBytes) return WriteOut(data);
  buffer_.append(data);
  return Status::Ok();
}

// Bytes in the buffer are left for later: they are too few to matter. A failed call is no error,
// since Sync() writes what is missing and tells what went wrong.
void PosixWritableFile::StartWriteback() {
  if (!CheckUsable().ok() || written_bytes_ == writeback_started_bytes_) return;
  static_cast<void>(::sync_file_range(fd_.get(), static_cast<off_t>(writeback_started_bytes_),
                                      static_cast<off_t>(written_bytes_ - writeback_started_bytes_),
                                      SYNC_FILE_RANGE_WRITE));
  writeback_started_bytes_ = written_bytes_;
}

Status PosixWritableFile::Sync() {
  RESCALE_RETURN_IF_ERROR(CheckUsable());
  RESCALE_RETURN_IF_ERROR(FlushBuffer());
  int rc = 0;
  do {
    rc = ::fsync(fd_.get());
  } while (rc != 0 && errno == EINTR);
  if (rc != 0) return Fail(ErrnoStatus(errno, "fsync", path_));
  return Status::Ok();
}

Status PosixWritableFile::Close() {
  if (!fd_.valid()) return first_error_;
  if (first_error_.ok()) static_cast<void>(FlushBuffer());  // an error stays in first_error_
  buffer_.clear();
  buffer_.shrink_to_fit();
  if (::close(fd_.Release()) != 0 && errno != EINTR && first_error_.ok()) {
    first_error_ = ErrnoStatus(errno, "close", path_);
  }
  return first_error_;
}

Status PosixWritableFile::AppendFrom(const RandomAccessFile& source, uint64_t offset_bytes,
                                     uint64_t size_bytes) {
  RESCALE_RETURN_IF_ERROR(CheckUsable());
  if (size_bytes > source.size_bytes() || offset_bytes > source.size_bytes() - size_bytes) {
    return Fail(Status::Corruption(fmt::format("expected {} bytes to copy, found a file of {}",
                                               size_bytes, source.size_bytes()))
                    .At(source.path(), offset_bytes));
  }
  // A piece that fits the buffer is cheaper there than a flush and a call of its own.
  if (size_bytes > kBufferBytes / 4) {
    RESCALE_RETURN_IF_ERROR(FlushBuffer());
    RESCALE_RETURN_IF_ERROR(CopyInKernel(source, &offset_bytes, &size_bytes));
  }
  return CopyByReading(source, offset_bytes, size_bytes);
}

Status PosixWritableFile::CopyInKernel(const RandomAccessFile& source, uint64_t* offset_bytes,
                                       uint64_t* left_bytes) {
  const auto* posix = dynamic_cast<const PosixRandomAccessFile*>(&source);
  if (posix == nullptr) return Status::Ok();
  while (*left_bytes > 0) {
    off_t from = static_cast<off_t>(*offset_bytes);
    const size_t want = static_cast<size_t>(std::min<uint64_t>(*left_bytes, kMaxCallBytes));
    const ssize_t n = ::copy_file_range(posix->fd(), &from, fd_.get(), nullptr, want, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && KernelCopyUnavailable(errno)) return Status::Ok();
    if (n < 0) return Fail(ErrnoStatus(errno, "copy from " + source.path(), path_));
    // End of file, or a file system that says so by mistake: reading finds out which.
    if (n == 0) return Status::Ok();
    *offset_bytes += static_cast<uint64_t>(n);
    *left_bytes -= static_cast<uint64_t>(n);
    written_bytes_ += static_cast<uint64_t>(n);
  }
  return Status::Ok();
}

Status PosixWritableFile::CopyByReading(const RandomAccessFile& source, uint64_t offset_bytes,
                                        uint64_t left_bytes) {
  while (left_bytes > 0) {
    if (buffer_.size() == kBufferBytes) RESCALE_RETURN_IF_ERROR(FlushBuffer());
    const size_t have = buffer_.size();
    const size_t want = static_cast<size_t>(std::min<uint64_t>(left_bytes, kBufferBytes - have));
    buffer_.resize(have + want);
    Status read = source.ReadExactly(offset_bytes, want, buffer_.data() + have);
    if (!read.ok()) {
      buffer_.resize(have);
      return Fail(std::move(read));
    }
    offset_bytes += want;
    left_bytes -= want;
  }
  return Status::Ok();
}

}  // namespace rescale
