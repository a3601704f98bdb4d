// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "fs/unique_fd.h"
#include "rescale/file_system.h"

namespace rescale {

// A regular file read by pread.
class PosixRandomAccessFile final : public RandomAccessFile {
 public:
  // Anything but a regular file is refused, and opening never waits (a FIFO would).
  static Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path);

  PosixRandomAccessFile(UniqueFd fd, std::string path, uint64_t size_bytes)
      : fd_(std::move(fd)), path_(std::move(path)), size_bytes_(size_bytes) {}

  Status ReadExactly(uint64_t offset_bytes, size_t size_bytes, char* buffer) const override;
  uint64_t size_bytes() const override { return size_bytes_; }
  const std::string& path() const override { return path_; }
  int fd() const { return fd_.get(); }

 private:
  UniqueFd fd_;
  std::string path_;
  uint64_t size_bytes_;
};

// A new file, written through a buffer of at most kBufferBytes. The first error stays: after it no
// byte is written any more and every call returns it, because the file's end is then unknown.
class PosixWritableFile final : public WritableFile {
 public:
  static constexpr size_t kBufferBytes = 256 * 1024;

  // Makes the file with exactly these permission bits, whatever the umask says.
  static Result<std::unique_ptr<WritableFile>> Create(const std::string& path, uint32_t mode);

  PosixWritableFile(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}
  ~PosixWritableFile() override;

  Status Append(std::string_view data) override;
  Status Sync() override;
  Status Close() override;
  Status AppendFrom(const RandomAccessFile& source, uint64_t offset_bytes,
                    uint64_t size_bytes) override;
  void StartWriteback() override;

 private:
  Status CheckUsable() const;
  Status Fail(Status status);
  Status FlushBuffer();
  Status WriteOut(std::string_view data);
  // Copies in the kernel from the front; what is left when it cannot go on is for CopyByReading.
  Status CopyInKernel(const RandomAccessFile& source, uint64_t* offset_bytes, uint64_t* left_bytes);
  Status CopyByReading(const RandomAccessFile& source, uint64_t offset_bytes, uint64_t left_bytes);

  UniqueFd fd_;
  std::string path_;
  std::string buffer_;
  uint64_t written_bytes_ = 0;            // handed to the system
  uint64_t writeback_started_bytes_ = 0;  // of these, from the front
  Status first_error_;
};

// Makes a file that does not exist (O_EXCL) and sets its permission bits; for this folder.
Result<UniqueFd> CreateExclusive(const std::string& path, uint32_t mode);

}  // namespace rescale
