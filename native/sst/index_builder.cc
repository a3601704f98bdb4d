// SPDX-License-Identifier: Apache-2.0
#include "sst/index_builder.h"

#include <fmt/format.h>

#include "base/coding.h"

namespace rescale::sst {

void IndexBuilder::Add(std::string_view separator, const BlockHandle& block,
                       std::string_view first_key) {
  value_.clear();
  AppendBlockHandle(&value_, block);
  if (layout_.has_first_key) PutLengthPrefixed(&value_, first_key);

  restarts_.push_back(static_cast<uint32_t>(entries_.size()));
  PutVarint32(&entries_, 0);
  PutVarint32(&entries_, static_cast<uint32_t>(separator.size()));
  if (!layout_.value_is_delta_encoded) {
    PutVarint32(&entries_, static_cast<uint32_t>(value_.size()));
  }
  entries_.append(separator);
  entries_.append(value_);
}

Result<std::string> IndexBuilder::Finish() {
  // A block without any restart reads as damaged, so an empty one has a restart at 0.
  if (restarts_.empty()) restarts_.push_back(0);
  const uint64_t size = entries_.size() + 4 * (uint64_t{restarts_.size()} + 1);
  if (size > kMaxBlockBytes) {
    return Status::NotSupported(
        fmt::format("an index of {} bytes; at most {} are written", size, kMaxBlockBytes));
  }
  entries_.reserve(size);
  for (const uint32_t restart : restarts_) PutFixed32(&entries_, restart);
  PutFixed32(&entries_, static_cast<uint32_t>(restarts_.size()));
  return std::move(entries_);
}

}  // namespace rescale::sst
