// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sst/table_reader.h"

namespace rescale::clip {

// A stored block inside a run; the views point into the run.
struct StoredBlock {
  std::string_view payload;
  uint8_t compression_type = 0;
  uint32_t checksum = 0;  // as stored
};

// Some data blocks that lie close together, read with one call. Blocks are added in file order
// while they fit, then read, then used, then the run is cleared for the next ones. Holds about
// kRunBytes, more only when a single block is larger. Not thread-safe; the table must outlive it.
class BlockRun {
 public:
  // Small enough that bytes are still in the cache of the core when they are written out again.
  static constexpr size_t kRunBytes = size_t{256} << 10;

  // Blocks of a table with aligned blocks are some bytes apart; more is not worth reading over.
  static constexpr uint64_t kMaxGapBytes = 8192;

  // Where a block ends, with its trailer.
  static uint64_t EndOf(const sst::BlockHandle& block) {
    return block.offset_bytes + block.size_bytes + sst::kBlockTrailerBytes;
  }
  // Whether the next block belongs to the run that reaches from `begin_bytes` to `end_bytes`.
  static bool Continues(uint64_t begin_bytes, uint64_t end_bytes, const sst::BlockHandle& block) {
    return block.offset_bytes - end_bytes <= kMaxGapBytes &&
           EndOf(block) - begin_bytes <= kRunBytes;
  }

  explicit BlockRun(const sst::TableReader& table) : table_(table) {}

  bool empty() const { return blocks_.empty(); }
  bool Fits(const sst::BlockHandle& block) const;
  void Add(const sst::BlockHandle& block) { blocks_.push_back(block); }
  // Corruption, naming file and offset, when the checksum of any block does not fit.
  Status Read();
  void Clear() { blocks_.clear(); }

  std::span<const sst::BlockHandle> blocks() const { return blocks_; }
  StoredBlock Stored(const sst::BlockHandle& block) const;
  // The block's payload; its trailer follows.
  char* BytesOf(const sst::BlockHandle& block);

 private:
  Status Verify(const sst::BlockHandle& block) const;

  const sst::TableReader& table_;
  std::vector<sst::BlockHandle> blocks_;
  std::vector<char> bytes_;
};

}  // namespace rescale::clip
