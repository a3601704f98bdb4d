// SPDX-License-Identifier: Apache-2.0
#include "sst/table_writer.h"

#include <algorithm>
#include <utility>

#include "base/coding.h"
#include "sst/block_builder.h"
#include "sst/meta_block_names.h"

namespace rescale::sst {
namespace {

// Small appends are gathered into writes of this size; larger ones pass by.
constexpr size_t kBufferBytes = size_t{64} << 10;

// Writeback is asked for in pieces of this size: large enough for the device, small enough that it
// starts early.
constexpr size_t kWritebackBytes = size_t{4} << 20;

constexpr uint32_t kFirstVersionWithContext = 6;
constexpr std::string_view kExtendedMagic("\x3e\x00\x7a\x00", 4);
constexpr size_t kVersionOffset = 41;  // in the footer
constexpr size_t kChecksumOffset = 5;  // in the footer, format_version >= 6

void AppendTrailer(std::string* out, uint8_t compression_type, uint32_t checksum) {
  out->push_back(static_cast<char>(compression_type));
  PutFixed32(out, checksum);
}

}  // namespace

TableWriter::TableWriter(FileSystem& fs, std::string path, const TableFormat& format,
                         std::unique_ptr<WritableFile> file)
    : fs_(fs), path_(std::move(path)), format_(format), file_(std::move(file)) {
  buffer_.reserve(kBufferBytes);
}

Result<std::unique_ptr<TableWriter>> TableWriter::Create(FileSystem& fs, const std::string& path,
                                                         uint32_t mode, const TableFormat& format) {
  if (format.format_version < kMinFormatVersion || format.format_version > kMaxFormatVersion ||
      (format.base_context_checksum != 0) != (format.format_version >= kFirstVersionWithContext)) {
    return Status::Internal("a table format that cannot be written");
  }
  RESCALE_ASSIGN_OR_RETURN(std::unique_ptr<WritableFile> file, fs.CreateFile(path, mode));
  return std::unique_ptr<TableWriter>(new TableWriter(fs, path, format, std::move(file)));
}

TableWriter::~TableWriter() {
  if (finished_) return;
  file_.reset();
  // Already failing: what matters is the first error, which the caller has.
  static_cast<void>(fs_.RemoveFile(path_));
}

Status TableWriter::Write(std::string_view bytes) {
  RESCALE_RETURN_IF_ERROR(file_->Append(bytes));
  waiting_bytes_ += bytes.size();
  if (waiting_bytes_ >= kWritebackBytes) {
    file_->StartWriteback();
    waiting_bytes_ = 0;
  }
  return Status::Ok();
}

Status TableWriter::Flush() {
  if (buffer_.empty()) return Status::Ok();
  RESCALE_RETURN_IF_ERROR(Write(buffer_));
  buffer_.clear();
  return Status::Ok();
}

Status TableWriter::AppendBytes(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kBufferBytes) {
    RESCALE_RETURN_IF_ERROR(Flush());
  }
  if (bytes.size() >= kBufferBytes) {
    RESCALE_RETURN_IF_ERROR(Write(bytes));
  } else {
    buffer_.append(bytes);
  }
  offset_bytes_ += bytes.size();
  return Status::Ok();
}

Status TableWriter::PadTo(uint64_t offset) {
  const std::string zeros(std::min<uint64_t>(offset - offset_bytes_, kBufferBytes), '\0');
  while (offset_bytes_ < offset) {
    const uint64_t size = std::min<uint64_t>(offset - offset_bytes_, zeros.size());
    RESCALE_RETURN_IF_ERROR(AppendBytes(std::string_view(zeros).substr(0, size)));
  }
  return Status::Ok();
}

Result<BlockHandle> TableWriter::AppendBlock(std::string_view payload, CompressionType type) {
  const BlockHandle handle{offset_bytes_, payload.size()};
  const auto type_byte = static_cast<uint8_t>(type);
  std::string trailer;
  AppendTrailer(&trailer, type_byte,
                BlockChecksum(format_.checksum, payload, type_byte) +
                    ChecksumModifier(format_.base_context_checksum, handle.offset_bytes));
  RESCALE_RETURN_IF_ERROR(AppendBytes(payload));
  RESCALE_RETURN_IF_ERROR(AppendBytes(trailer));
  return handle;
}

uint32_t TableWriter::RebaseChecksum(uint32_t stored, const BlockOrigin& origin,
                                     uint64_t target_offset) const {
  return stored - ChecksumModifier(origin.base_context_checksum, origin.offset_bytes) +
         ChecksumModifier(format_.base_context_checksum, target_offset);
}

Result<BlockHandle> TableWriter::AppendRawBlock(std::string_view payload, uint8_t compression_type,
                                                uint32_t stored_checksum,
                                                const BlockOrigin& origin) {
  const BlockHandle handle{offset_bytes_, payload.size()};
  std::string trailer;
  AppendTrailer(&trailer, compression_type,
                RebaseChecksum(stored_checksum, origin, handle.offset_bytes));
  RESCALE_RETURN_IF_ERROR(AppendBytes(payload));
  RESCALE_RETURN_IF_ERROR(AppendBytes(trailer));
  return handle;
}

// The layout is described at DecodeFooter().
std::string TableWriter::EncodeFooter(const BlockHandle& metaindex,
                                      const BlockHandle& index) const {
  std::string footer;
  footer.push_back(static_cast<char>(format_.checksum));
  if (format_.format_version >= kFirstVersionWithContext) {
    footer.append(kExtendedMagic);
    PutFixed32(&footer, 0);
    PutFixed32(&footer, format_.base_context_checksum);
    PutFixed32(&footer, static_cast<uint32_t>(metaindex.size_bytes));
  } else {
    AppendBlockHandle(&footer, metaindex);
    AppendBlockHandle(&footer, index);
  }
  footer.resize(kVersionOffset, '\0');
  PutFixed32(&footer, format_.format_version);
  PutFixed64(&footer, kBlockBasedTableMagic);
  if (format_.format_version >= kFirstVersionWithContext) {
    // Over all 53 bytes, the last of which takes the part of the compression type.
    const std::string_view all(footer);
    const uint32_t checksum = BlockChecksum(format_.checksum, all.substr(0, kFooterBytes - 1),
                                            static_cast<uint8_t>(all.back())) +
                              ChecksumModifier(format_.base_context_checksum, offset_bytes_);
    EncodeFixed32(footer.data() + kChecksumOffset, checksum);
  }
  return footer;
}

Status TableWriter::Finish(std::map<std::string, BlockHandle, std::less<>> metaindex,
                           const BlockHandle& index) {
  if (format_.format_version >= kFirstVersionWithContext) {
    metaindex.insert_or_assign(std::string(meta_block::kIndex), index);
  }
  RESCALE_ASSIGN_OR_RETURN(const BlockHandle metaindex_handle,
                           AppendBlock(EncodeMetaindex(metaindex)));
  RESCALE_RETURN_IF_ERROR(AppendBytes(EncodeFooter(metaindex_handle, index)));
  RESCALE_RETURN_IF_ERROR(Flush());
  RESCALE_RETURN_IF_ERROR(file_->Sync());
  RESCALE_RETURN_IF_ERROR(file_->Close());
  finished_ = true;
  return Status::Ok();
}

}  // namespace rescale::sst
