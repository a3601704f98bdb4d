// SPDX-License-Identifier: Apache-2.0
#include "clip/block_list.h"

namespace rescale::clip {

void BlockList::Add(const sst::BlockHandle& block) {
  const uint64_t gap = block.offset_bytes - end_bytes_;
  const uint64_t end = BlockRun::EndOf(block);
  const bool fits = !runs_.empty() && gap <= BlockRun::kMaxGapBytes &&
                    end - runs_.back().offset_bytes <= BlockRun::kRunBytes;
  if (!fits) runs_.push_back({block.offset_bytes, blocks_.size()});
  blocks_.push_back(
      {fits ? static_cast<uint32_t>(gap) : 0, static_cast<uint32_t>(block.size_bytes)});
  end_bytes_ = end;
}

void BlockList::Fill(size_t index, BlockRun* run) const {
  const size_t end = index + 1 < runs_.size() ? runs_[index + 1].first_block : blocks_.size();
  uint64_t offset = runs_[index].offset_bytes;
  for (size_t i = runs_[index].first_block; i < end; ++i) {
    const sst::BlockHandle block{offset + blocks_[i].gap_bytes, blocks_[i].size_bytes};
    run->Add(block);
    offset = BlockRun::EndOf(block);
  }
}

}  // namespace rescale::clip
