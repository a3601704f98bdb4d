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
    if (const Window* window = WindowWith(offset_bytes)) {
      const auto skipped = static_cast<size_t>(offset_bytes - window->begin_bytes);
      const size_t part = std::min(size_bytes, window->bytes.size() - skipped);
      std::memcpy(buffer, window->bytes.data() + skipped, part);
      buffer += part;
      offset_bytes += part;
      size_bytes -= part;
    } else if (IsExpected(offset_bytes) && offset_bytes + size_bytes <= EndBegins()) {
      return file_->ReadExactly(offset_bytes, size_bytes, buffer);
    } else {
      RESCALE_RETURN_IF_ERROR(ReadWindow(offset_bytes, size_bytes));
    }
  }
  return Status::Ok();
}

void ReadAheadFile::ExpectSequentialReads(uint64_t begin_bytes, uint64_t end_bytes) const {
  const std::lock_guard lock(mutex_);
  expected_begin_bytes_ = begin_bytes;
  expected_end_bytes_ = end_bytes;
}

const ReadAheadFile::Window* ReadAheadFile::WindowWith(uint64_t offset_bytes) const {
  for (Window& window : windows_) {
    if (!window.Has(offset_bytes)) continue;
    window.last_used = ++uses_;
    return &window;
  }
  return nullptr;
}

Status ReadAheadFile::ReadWindow(uint64_t offset_bytes, size_t wanted_bytes) const {
  const bool is_end = offset_bytes >= EndBegins();
  const size_t oldest = windows_[1].last_used <= windows_[2].last_used ? 1 : 2;
  Window& window = windows_[is_end ? 0 : oldest];
  const uint64_t begin = is_end ? EndBegins() : offset_bytes;
  const uint64_t end =
      is_end ? size_bytes()
             : std::min(EndBegins(), begin + std::max<uint64_t>(kWindowBytes, wanted_bytes));
  window.begin_bytes = begin;
  window.bytes.resize(static_cast<size_t>(end - begin));
  window.last_used = ++uses_;
  Status status = file_->ReadExactly(begin, window.bytes.size(), window.bytes.data());
  if (!status.ok()) window.bytes.clear();
  return status;
}

}  // namespace rescale
