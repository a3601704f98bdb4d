// SPDX-License-Identifier: Apache-2.0
#include "clip/block_copier.h"

#include "base/cancel.h"
#include "base/coding.h"

namespace rescale::clip {

BlockCopier::BlockCopier(const sst::TableReader& source, sst::TableWriter* target,
                         const Options& options)
    : source_(source),
      target_(target),
      options_(options),
      placed_(std::make_unique<PlacedRun>(source)),
      writer_(source, target, options.idle_threads),
      next_offset_(target->offset_bytes()) {}

Result<sst::BlockHandle> BlockCopier::Add(const sst::BlockHandle& block) {
  if (!placed_->run.Fits(block)) RESCALE_RETURN_IF_ERROR(WriteRun());
  uint64_t offset = next_offset_;
  if (options_.keep_page_offset) offset += (block.offset_bytes - offset) % kPageBytes;
  placed_->run.Add(block);
  placed_->target_offsets.push_back(offset);
  const uint64_t size_bytes = block.size_bytes + sst::kBlockTrailerBytes;
  next_offset_ = offset + size_bytes;
  ++blocks_copied_;
  bytes_copied_ += size_bytes;
  return sst::BlockHandle{offset, block.size_bytes};
}

Status BlockCopier::Flush() {
  RESCALE_RETURN_IF_ERROR(WriteRun());
  return writer_.Finish();
}

Status BlockCopier::WriteRun() {
  if (placed_->run.empty()) return Status::Ok();
  RESCALE_RETURN_IF_ERROR(CheckCancelled(options_.cancel));
  RESCALE_RETURN_IF_ERROR(placed_->run.Read());
  if (options_.counter != nullptr) RESCALE_RETURN_IF_ERROR(options_.counter->Count(placed_->run));
  RebaseRun();
  return writer_.Write(&placed_);
}

void BlockCopier::RebaseRun() {
  const uint32_t base = source_.footer().base_context_checksum;
  if (base == 0) return;
  const std::vector<uint64_t>& target_offsets = placed_->target_offsets;
  for (size_t i = 0; i < target_offsets.size(); ++i) {
    const sst::BlockHandle& block = placed_->run.blocks()[i];
    if (block.offset_bytes == target_offsets[i]) continue;  // same base, same place
    char* const checksum = placed_->run.BytesOf(block) + block.size_bytes + 1;
    EncodeFixed32(checksum, target_->RebaseChecksum(DecodeFixed32(checksum),
                                                    {base, block.offset_bytes}, target_offsets[i]));
  }
}

}  // namespace rescale::clip
