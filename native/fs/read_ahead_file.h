// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "rescale/file_system.h"

namespace rescale {

// A remote file read in pieces that are worth a request. Holds
//   - the file's end, read first: of an SST, what says where everything else is;
//   - two windows, for looks at two other places.
// Where sequential reads are expected, what is asked for is read and nothing else: whoever reads
// there asks for much, and the connection stands where the last read ended.
class ReadAheadFile final : public RandomAccessFile {
 public:
  // An SST's index is about a hundredth of it.
  static constexpr uint64_t kLeastEndBytes = uint64_t{64} << 10;
  static constexpr uint64_t kMostEndBytes = uint64_t{4} << 20;
  static constexpr uint64_t kEndFraction = 64;
  static constexpr uint64_t kWindowBytes = uint64_t{32} << 10;

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
  uint64_t EndBegins() const {
    const uint64_t end = std::clamp(size_bytes() / kEndFraction, kLeastEndBytes, kMostEndBytes);
    return size_bytes() - std::min(end, size_bytes());
  }
  bool IsExpected(uint64_t offset_bytes) const {
    return offset_bytes >= expected_begin_bytes_ && offset_bytes < expected_end_bytes_;
  }
  // Null when none has the byte.
  const Window* WindowWith(uint64_t offset_bytes) const;
  Status ReadWindow(uint64_t offset_bytes, size_t wanted_bytes) const;

  std::unique_ptr<RandomAccessFile> file_;
  mutable std::mutex mutex_;               // guards the rest
  mutable std::array<Window, 3> windows_;  // the first is the end
  mutable uint64_t uses_ = 0;
  mutable uint64_t expected_begin_bytes_ = 0;
  mutable uint64_t expected_end_bytes_ = 0;
};

}  // namespace rescale
