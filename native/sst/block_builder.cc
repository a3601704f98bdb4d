// SPDX-License-Identifier: Apache-2.0
#include "sst/block_builder.h"

#include <algorithm>

namespace rescale::sst {
namespace {

size_t SharedPrefix(std::string_view a, std::string_view b) {
  const size_t limit = std::min(a.size(), b.size());
  return static_cast<size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<ptrdiff_t>(limit), b.begin()).first -
      a.begin());
}

}  // namespace

BlockBuilder::BlockBuilder(uint32_t restart_interval)
    : restart_interval_(std::max<uint32_t>(restart_interval, 1)) {}

void BlockBuilder::Add(std::string_view key, std::string_view value) {
  size_t shared = 0;
  if (since_restart_ < restart_interval_) {
    shared = SharedPrefix(last_key_, key);
  } else {
    restarts_.push_back(static_cast<uint32_t>(entries_.size()));
    since_restart_ = 0;
  }
  PutVarint32(&entries_, static_cast<uint32_t>(shared));
  PutVarint32(&entries_, static_cast<uint32_t>(key.size() - shared));
  PutVarint32(&entries_, static_cast<uint32_t>(value.size()));
  entries_.append(key.substr(shared));
  entries_.append(value);
  last_key_.assign(key);
  ++since_restart_;
  ++entry_count_;
}

std::string BlockBuilder::Finish() {
  for (const uint32_t restart : restarts_) PutFixed32(&entries_, restart);
  PutFixed32(&entries_, static_cast<uint32_t>(restarts_.size()));
  return std::move(entries_);
}

std::string EncodeProperties(const Properties& properties) {
  BlockBuilder builder(BlockBuilder::kOneRestart);
  for (const auto& [name, value] : properties.all()) builder.Add(name, value);
  return builder.Finish();
}

std::string EncodeMetaindex(const std::map<std::string, BlockHandle, std::less<>>& blocks) {
  BlockBuilder builder(1);
  for (const auto& [name, handle] : blocks) {
    std::string encoded;
    AppendBlockHandle(&encoded, handle);
    builder.Add(name, encoded);
  }
  return builder.Finish();
}

}  // namespace rescale::sst
