// SPDX-License-Identifier: Apache-2.0
#include "clip/block_list.h"

namespace rescale::clip {

void BlockList::Add(const sst::BlockHandle& block) {
  const bool fits =
      !runs_.empty() && BlockRun::Continues(runs_.back().offset_bytes, end_bytes_, block);
  if (!fits) runs_.push_back({block.offset_bytes, blocks_.size()});
  const uint64_t gap = fits ? block.offset_bytes - end_bytes_ : 0;
  blocks_.push_back({static_cast<uint32_t>(gap), static_cast<uint32_t>(block.size_bytes)});
  end_bytes_ = BlockRun::EndOf(block);
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
