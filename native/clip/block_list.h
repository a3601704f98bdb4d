// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clip/block_run.h"
#include "sst/format.h"

namespace rescale::clip {

// Handles of data blocks in file order, eight bytes each, cut into runs. Safe to read from several
// threads.
class BlockList {
 public:
  // In file order; the size is at most kMaxBlockBytes.
  void Add(const sst::BlockHandle& block);

  size_t run_count() const { return runs_.size(); }
  // Adds the blocks of one run to `run`, which is empty.
  void Fill(size_t index, BlockRun* run) const;

 private:
  struct Block {
    uint32_t gap_bytes;  // between the end of the block before and this one
    uint32_t size_bytes;
  };
  struct Run {
    uint64_t offset_bytes;  // of its first block
    size_t first_block;     // in blocks_
  };

  std::vector<Block> blocks_;
  std::vector<Run> runs_;
  uint64_t end_bytes_ = 0;  // of the last block, with its trailer
};

}  // namespace rescale::clip
