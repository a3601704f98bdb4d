// SPDX-License-Identifier: Apache-2.0
#include "clip/block_run.h"

#include <fmt/format.h>

#include "base/coding.h"

namespace rescale::clip {

bool BlockRun::Fits(const sst::BlockHandle& block) const {
  if (blocks_.empty()) return true;
  return Continues(blocks_.front().offset_bytes, EndOf(blocks_.back()), block);
}

char* BlockRun::BytesOf(const sst::BlockHandle& block) {
  return bytes_.data() + (block.offset_bytes - blocks_.front().offset_bytes);
}

StoredBlock BlockRun::Stored(const sst::BlockHandle& block) const {
  const char* const begin = bytes_.data() + (block.offset_bytes - blocks_.front().offset_bytes);
  const char* const trailer = begin + block.size_bytes;
  return {std::string_view(begin, block.size_bytes), static_cast<uint8_t>(trailer[0]),
          DecodeFixed32(trailer + 1)};
}

Status BlockRun::Verify(const sst::BlockHandle& block) const {
  const sst::Footer& footer = table_.footer();
  const StoredBlock stored = Stored(block);
  const uint32_t computed =
      sst::BlockChecksum(footer.checksum, stored.payload, stored.compression_type) +
      sst::ChecksumModifier(footer.base_context_checksum, block.offset_bytes);
  if (computed == stored.checksum) return Status::Ok();
  return Status::Corruption(fmt::format("checksum mismatch (stored {:08x}, computed {:08x})",
                                        stored.checksum, computed))
      .At(table_.file().path(), block.offset_bytes);
}

Status BlockRun::Read() {
  if (blocks_.empty()) return Status::Ok();
  const uint64_t begin = blocks_.front().offset_bytes;
  const uint64_t size = EndOf(blocks_.back()) - begin;
  if (bytes_.size() < size) bytes_.resize(size);
  RESCALE_RETURN_IF_ERROR(table_.file().ReadExactly(begin, size, bytes_.data()));
  for (const sst::BlockHandle& block : blocks_) RESCALE_RETURN_IF_ERROR(Verify(block));
  return Status::Ok();
}

}  // namespace rescale::clip
