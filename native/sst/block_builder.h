// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sst/format.h"
#include "sst/properties.h"

namespace rescale::sst {

// Builds the payload of one block in the plain layout, which readers of every version know:
//
//   entry*            varint32 shared, varint32 unshared, varint32 value size, key tail, value
//   fixed32 restart*  offset of each entry that begins with shared = 0 by intent
//   fixed32           number of restarts; at least 1, also in a block without entries
//
// RocksDB 11.9 `table/block_based/block_builder.cc`. A restart point is set every
// `restart_interval` entries. Keys are added in the block's order; the caller keeps the total below
// 4 GiB (offsets are 32 bits wide).
class BlockBuilder {
 public:
  // For meta blocks that are read from front to back: one restart point only.
  static constexpr uint32_t kOneRestart = 0x7fffffff;

  explicit BlockBuilder(uint32_t restart_interval);

  void Add(std::string_view key, std::string_view value);
  // Size of the payload if it were finished now.
  size_t size_bytes() const { return entries_.size() + 4 * restarts_.size() + 4; }
  uint64_t entry_count() const { return entry_count_; }
  // The payload; the builder is spent.
  std::string Finish();

 private:
  uint32_t restart_interval_;
  uint32_t since_restart_ = 0;
  uint64_t entry_count_ = 0;
  std::string entries_;
  std::string last_key_;
  std::vector<uint32_t> restarts_{0};
};

// The payload of a properties block: names sorted, one restart. `table/meta_blocks.cc`,
// PropertyBlockBuilder.
std::string EncodeProperties(const Properties& properties);

// The payload of a metaindex block: names sorted, every entry a restart. `table/meta_blocks.cc`,
// MetaIndexBuilder.
std::string EncodeMetaindex(const std::map<std::string, BlockHandle, std::less<>>& blocks);

}  // namespace rescale::sst
