// SPDX-License-Identifier: Apache-2.0
#include "fs/read_ahead_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace rescale {

Status ReadAheadFile::ReadExactly(uint64_t offset_bytes, size_t size_bytes, char* buffer) const {
  const std::lock_guard lock(mutex_);
  if (offset_bytes > this->size_bytes() || size_bytes > this->size_bytes() - offset_bytes) {
    return Status::Corruption(
               fmt::format("the file ends too early: expected {} bytes, found {} "
                           "(file size when opened: {})",
                           size_bytes,
                           this->size_bytes() - std::min(offset_bytes, this->size_bytes()),
                           this->size_bytes()))
        .At(path(), offset_bytes);
  }
  while (size_bytes > 0) {
    RESCALE_ASSIGN_OR_RETURN(const Window* window, WindowWith(offset_bytes, size_bytes));
    const auto skipped = static_cast<size_t>(offset_bytes - window->begin_bytes);
    const size_t part = std::min(size_bytes, window->bytes.size() - skipped);
    std::memcpy(buffer, window->bytes.data() + skipped, part);
    buffer += part;
    offset_bytes += part;
    size_bytes -= part;
  }
  return Status::Ok();
}

void ReadAheadFile::ExpectSequentialReads(uint64_t begin_bytes, uint64_t end_bytes) const {
  const std::lock_guard lock(mutex_);
  expected_begin_bytes_ = begin_bytes;
  expected_end_bytes_ = end_bytes;
}

Result<const ReadAheadFile::Window*> ReadAheadFile::WindowWith(uint64_t offset_bytes,
                                                               size_t wanted_bytes) const {
  size_t oldest = kEnd + 1;
  for (size_t i = 0; i < windows_.size(); ++i) {
    if (windows_[i].Has(offset_bytes)) {
      windows_[i].last_used = ++uses_;
      return &windows_[i];
    }
    if (i > oldest && windows_[i].last_used < windows_[oldest].last_used) oldest = i;
  }
  const uint64_t end_begins = size_bytes() - std::min(kEndBytes, size_bytes());
  const bool is_end = offset_bytes >= end_begins;
  Window& window = windows_[is_end ? kEnd : oldest];
  const uint64_t begin = is_end ? end_begins : offset_bytes;
  const uint64_t end =
      is_end ? size_bytes() : std::min(end_begins, WindowEnd(offset_bytes, wanted_bytes));
  window.begin_bytes = begin;
  window.bytes.resize(static_cast<size_t>(end - begin));
  window.last_used = ++uses_;
  const Status status = file_->ReadExactly(begin, window.bytes.size(), window.bytes.data());
  if (!status.ok()) {
    window.bytes.clear();
    return status;
  }
  return &window;
}

uint64_t ReadAheadFile::WindowEnd(uint64_t offset_bytes, size_t wanted_bytes) const {
  if (offset_bytes >= expected_begin_bytes_ && offset_bytes < expected_end_bytes_) {
    return std::min(expected_end_bytes_, offset_bytes + kLargeWindowBytes);
  }
  return offset_bytes + std::max<uint64_t>(kSmallWindowBytes, wanted_bytes);
}

}  // namespace rescale
