// SPDX-License-Identifier: Apache-2.0
#include "sst/table_file.h"

#include <fmt/format.h>

#include "base/coding.h"
#include "sst/block.h"
#include "sst/properties.h"
#include "sst/property_names.h"

namespace rescale::sst {
namespace {

// Sets the sequence number of an ingested file to 0 inside its properties block, as it was when the
// block's checksum was computed. False when there is none.
bool ClearGlobalSeqno(std::string* block) {
  const Result<BlockLayout> layout = ParseBlockLayout(*block);
  if (!layout.ok()) return false;
  BlockCursor cursor(*block, *layout);
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    if (cursor.key() != property::kGlobalSeqno || cursor.value().size() != 8) continue;
    const auto position = static_cast<size_t>(cursor.value().data() - block->data());
    EncodeFixed64(block->data() + position, 0);
    return true;
  }
  return false;
}

}  // namespace

Result<TableFile> TableFile::Open(FileSystem& fs, const std::string& path) {
  TableFile table;
  RESCALE_ASSIGN_OR_RETURN(table.file_, fs.OpenForRead(path));
  const uint64_t size = table.file_->size_bytes();
  if (size < kFooterBytes) {
    return Status::Corruption(fmt::format("too short for an SST: {} bytes, at least {} expected",
                                          size, kFooterBytes))
        .At(path);
  }
  std::string bytes(kFooterBytes, '\0');
  RESCALE_RETURN_IF_ERROR(
      table.file_->ReadExactly(size - kFooterBytes, kFooterBytes, bytes.data()));
  Result<Footer> footer = DecodeFooter(bytes, size);
  if (!footer.ok()) return std::move(footer).status().At(path, size - kFooterBytes);
  table.footer_ = *footer;
  return table;
}

Status TableFile::Locate(Status status, const BlockHandle& handle) const {
  return std::move(status).At(file_->path(), handle.offset_bytes);
}

Result<RawBlock> TableFile::ReadUnverified(const BlockHandle& handle) const {
  if (Status s = CheckBlockHandle(handle, footer_offset()); !s.ok()) {
    return Locate(std::move(s), handle);
  }
  RawBlock block;
  const auto size = static_cast<size_t>(handle.size_bytes);
  block.payload.resize(size + kBlockTrailerBytes);
  RESCALE_RETURN_IF_ERROR(
      file_->ReadExactly(handle.offset_bytes, block.payload.size(), block.payload.data()));
  block.compression_type = static_cast<uint8_t>(block.payload[size]);
  block.stored_checksum = DecodeFixed32(block.payload.data() + size + 1);
  block.payload.resize(size);
  return block;
}

Status TableFile::Verify(const BlockHandle& handle, const RawBlock& block) const {
  const uint32_t computed = BlockChecksum(footer_.checksum, block.payload, block.compression_type) +
                            ChecksumModifier(footer_.base_context_checksum, handle.offset_bytes);
  if (computed == block.stored_checksum) return Status::Ok();
  return Locate(Status::Corruption(fmt::format(
                    "block of {} bytes: {} checksum mismatch (stored {:08x}, computed {:08x})",
                    block.payload.size(), ChecksumTypeName(footer_.checksum), block.stored_checksum,
                    computed)),
                handle);
}

Status TableFile::VerifyProperties(const BlockHandle& handle, const RawBlock& block) const {
  Status mismatch = Verify(handle, block);
  if (mismatch.ok()) return mismatch;
  RawBlock original = block;
  if (ClearGlobalSeqno(&original.payload) && Verify(handle, original).ok()) return Status::Ok();
  return mismatch;
}

Result<RawBlock> TableFile::ReadRaw(const BlockHandle& handle) const {
  RESCALE_ASSIGN_OR_RETURN(RawBlock block, ReadUnverified(handle));
  RESCALE_RETURN_IF_ERROR(Verify(handle, block));
  return block;
}

Status TableFile::CheckPlain(const BlockHandle& handle, const RawBlock& block) const {
  if (block.compression_type == static_cast<uint8_t>(CompressionType::kNone)) return Status::Ok();
  return Locate(
      Status::Corruption(fmt::format("marked as compressed ({}), which such a block never is",
                                     CompressionTypeName(block.compression_type))),
      handle);
}

Status TableFile::Read(const BlockHandle& handle, bool is_data_block, Decompressor* decompressor,
                       std::string* out) const {
  RESCALE_ASSIGN_OR_RETURN(RawBlock raw, ReadRaw(handle));
  if (raw.compression_type == static_cast<uint8_t>(CompressionType::kNone)) {
    *out = std::move(raw.payload);
    return Status::Ok();
  }
  return Locate(decompressor->Decompress(raw.compression_type, raw.payload,
                                         is_data_block ? dictionary_.get() : nullptr, out),
                handle);
}

}  // namespace rescale::sst
