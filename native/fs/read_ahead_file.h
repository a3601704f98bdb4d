// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rescale/file_system.h"

namespace rescale {

// A remote file read in pieces that are worth a request. Holds
//   - the file's end, read first: of an SST, what says where everything else is;
//   - two windows, so that one reader can look at one place while it works through another.
// Where sequential reads are expected, a window is large, and does not reach past what is expected;
// elsewhere it is small. No window repeats bytes of the end.
class ReadAheadFile final : public RandomAccessFile {
 public:
  static constexpr uint64_t kEndBytes = uint64_t{256} << 10;
  static constexpr uint64_t kSmallWindowBytes = uint64_t{32} << 10;
  static constexpr uint64_t kLargeWindowBytes = uint64_t{1} << 20;

  explicit ReadAheadFile(std::unique_ptr<RandomAccessFile> file) : file_(std::move(file)) {}

  Status ReadExactly(uint64_t offset_bytes, size_t size_bytes, char* buffer) const override;
  uint64_t size_bytes() const override { return file_->size_bytes(); }
  const std::string& path() const override { return file_->path(); }
  bool is_remote() const override { return true; }
  void ExpectSequentialReads(uint64_t begin_bytes, uint64_t end_bytes) const override;

 private:
  struct Window {
    uint64_t begin_bytes = 0;
    std::vector<char> bytes;
    uint64_t last_used = 0;
    bool Has(uint64_t offset_bytes) const {
      return offset_bytes >= begin_bytes && offset_bytes - begin_bytes < bytes.size();
    }
  };
  static constexpr size_t kEnd = 0;  // in windows_

  Result<const Window*> WindowWith(uint64_t offset_bytes, size_t wanted_bytes) const;
  uint64_t WindowEnd(uint64_t offset_bytes, size_t wanted_bytes) const;

  std::unique_ptr<RandomAccessFile> file_;
  mutable std::mutex mutex_;  // guards the rest
  mutable std::array<Window, 3> windows_;
  mutable uint64_t uses_ = 0;
  mutable uint64_t expected_begin_bytes_ = 0;
  mutable uint64_t expected_end_bytes_ = 0;
};

}  // namespace rescale
