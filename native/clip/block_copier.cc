// SPDX-License-Identifier: Apache-2.0
#include "clip/block_copier.h"

#include "base/cancel.h"
#include "base/coding.h"

namespace rescale::clip {

Result<sst::BlockHandle> BlockCopier::Add(const sst::BlockHandle& block) {
  if (!run_.Fits(block)) RESCALE_RETURN_IF_ERROR(Flush());
  uint64_t offset = target_->offset_bytes();
  if (!run_.empty()) {
    offset = target_offsets_.back() + run_.blocks().back().size_bytes + sst::kBlockTrailerBytes;
  }
  if (options_.keep_page_offset) offset += (block.offset_bytes - offset) % kPageBytes;
  run_.Add(block);
  target_offsets_.push_back(offset);
  return sst::BlockHandle{offset, block.size_bytes};
}

Status BlockCopier::Flush() {
  if (run_.empty()) return Status::Ok();
  RESCALE_RETURN_IF_ERROR(CheckCancelled(options_.cancel));
  RESCALE_RETURN_IF_ERROR(run_.Read());
  if (options_.counter != nullptr) RESCALE_RETURN_IF_ERROR(options_.counter->Count(run_));
  RebaseRun();
  RESCALE_RETURN_IF_ERROR(WriteRun());
  run_.Clear();
  target_offsets_.clear();
  return Status::Ok();
}

void BlockCopier::RebaseRun() {
  const uint32_t base = source_.footer().base_context_checksum;
  if (base == 0) return;
  for (size_t i = 0; i < target_offsets_.size(); ++i) {
    const sst::BlockHandle& block = run_.blocks()[i];
    if (block.offset_bytes == target_offsets_[i]) continue;  // same base, same place
    char* const checksum = run_.BytesOf(block) + block.size_bytes + 1;
    EncodeFixed32(checksum,
                  target_->RebaseChecksum(DecodeFixed32(checksum), {base, block.offset_bytes},
                                          target_offsets_[i]));
  }
}

Status BlockCopier::WriteRun() {
  const std::span<const sst::BlockHandle> blocks = run_.blocks();
  for (size_t begin = 0; begin < blocks.size();) {
    // The longest piece without a gap on either side.
    uint64_t size = blocks[begin].size_bytes + sst::kBlockTrailerBytes;
    size_t end = begin + 1;
    while (end < blocks.size() && blocks[end].offset_bytes == blocks[begin].offset_bytes + size &&
           target_offsets_[end] == target_offsets_[begin] + size) {
      size += blocks[end].size_bytes + sst::kBlockTrailerBytes;
      ++end;
    }
    RESCALE_RETURN_IF_ERROR(target_->PadTo(target_offsets_[begin]));
    RESCALE_RETURN_IF_ERROR(
        target_->AppendBytes(std::string_view(run_.BytesOf(blocks[begin]), size)));
    blocks_copied_ += end - begin;
    bytes_copied_ += size;
    begin = end;
  }
  return Status::Ok();
}

}  // namespace rescale::clip
