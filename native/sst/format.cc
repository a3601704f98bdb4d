// SPDX-License-Identifier: Apache-2.0
#include "sst/format.h"

#define XXH_STATIC_LINKING_ONLY
#include <fmt/format.h>
#include <xxhash.h>

#include "base/checksum.h"

// Footer, 53 bytes (RocksDB 11.9 `table/format.cc`):
//
//            format_version 1..5              format_version >= 6
//   0        checksum type                    checksum type
//   1..40    varint64 x4: metaindex handle,   3e 00 7a 00; fixed32 footer checksum; fixed32 base
//            index handle; zeros              context checksum; fixed32 metaindex size; 24 zeros
//   41..44   fixed32 format_version
//   45..52   fixed64 magic
namespace rescale::sst {
namespace {

constexpr uint64_t kLegacyBlockBasedTableMagic = 0xdb4775248b80fb57ull;
constexpr uint64_t kPlainTableMagic = 0x8242229663bf9564ull;
constexpr uint64_t kLegacyPlainTableMagic = 0x4f3418eb7a8f13b8ull;
constexpr uint64_t kCuckooTableMagic = 0x926789d0c5f17873ull;

constexpr size_t kVersionOffset = 41;
constexpr size_t kMagicOffset = 45;
constexpr size_t kFooterChecksumOffset = 5;
constexpr std::string_view kExtendedMagic("\x3e\x00\x7a\x00", 4);

Status CheckMagic(uint64_t magic) {
  switch (magic) {
    case kBlockBasedTableMagic:
      return Status::Ok();
    case kLegacyBlockBasedTableMagic:
      return Status::NotSupported(
          "block-based table of format_version 0 (RocksDB before 2.x); compact the database with a "
          "RocksDB before 11.0 first");
    case kPlainTableMagic:
    case kLegacyPlainTableMagic:
      return Status::NotSupported("plain table; only block-based tables are read");
    case kCuckooTableMagic:
      return Status::NotSupported("cuckoo table; only block-based tables are read");
    default:
      return Status::Corruption(fmt::format("not an SST: expected magic {:016x}, found {:016x}",
                                            kBlockBasedTableMagic, magic));
  }
}

Status DecodeOldHandles(std::string_view bytes, Footer* footer) {
  Decoder in(bytes.substr(1, kVersionOffset - 1));
  if (!DecodeBlockHandle(&in, &footer->metaindex) || !DecodeBlockHandle(&in, &footer->index)) {
    return Status::Corruption("footer: metaindex or index handle cut short");
  }
  if (in.rest().find_first_not_of('\0') != std::string_view::npos) {
    return Status::Corruption("footer: bytes after the handles are not zero");
  }
  return Status::Ok();
}

Status CheckFooterChecksum(std::string_view bytes, uint64_t footer_offset, const Footer& footer) {
  std::string cleared(bytes);
  EncodeFixed32(cleared.data() + kFooterChecksumOffset, 0);
  const uint32_t computed =
      BlockChecksum(footer.checksum, std::string_view(cleared).substr(0, kFooterBytes - 1),
                    static_cast<uint8_t>(cleared.back())) +
      ChecksumModifier(footer.base_context_checksum, footer_offset);
  const uint32_t stored = DecodeFixed32(bytes.data() + kFooterChecksumOffset);
  if (stored == computed) return Status::Ok();
  return Status::Corruption(
      fmt::format("footer: checksum mismatch (stored {:08x}, computed {:08x})", stored, computed));
}

Status DecodeNewHandles(std::string_view bytes, uint64_t footer_offset, Footer* footer) {
  if (bytes.substr(1, kExtendedMagic.size()) != kExtendedMagic) {
    return Status::Corruption("footer: extended magic expected after the checksum type");
  }
  footer->base_context_checksum = DecodeFixed32(bytes.data() + 9);
  const uint64_t metaindex_size = DecodeFixed32(bytes.data() + 13);
  if (footer->base_context_checksum == 0) {
    return Status::Corruption("footer: the base context checksum is 0");
  }
  RESCALE_RETURN_IF_ERROR(CheckFooterChecksum(bytes, footer_offset, *footer));
  if (bytes.substr(17, 24).find_first_not_of('\0') != std::string_view::npos) {
    return Status::NotSupported("footer: reserved bytes are set: written by a newer RocksDB");
  }
  if (metaindex_size + kBlockTrailerBytes > footer_offset) {
    return Status::Corruption(fmt::format(
        "footer: metaindex of {} bytes does not fit before the footer", metaindex_size));
  }
  footer->metaindex = {footer_offset - kBlockTrailerBytes - metaindex_size, metaindex_size};
  return Status::Ok();
}

Result<Footer> DecodeFooterFields(std::string_view bytes, uint64_t footer_offset) {
  RESCALE_RETURN_IF_ERROR(CheckMagic(DecodeFixed64(bytes.data() + kMagicOffset)));
  Footer footer;
  footer.format_version = DecodeFixed32(bytes.data() + kVersionOffset);
  if (footer.format_version < kMinFormatVersion || footer.format_version > kMaxFormatVersion) {
    return Status::NotSupported(fmt::format("format_version {}; {} to {} are read",
                                            footer.format_version, kMinFormatVersion,
                                            kMaxFormatVersion));
  }
  const auto checksum = static_cast<uint8_t>(bytes[0]);
  if (checksum > static_cast<uint8_t>(ChecksumType::kXxh3)) {
    return Status::NotSupported(fmt::format("checksum type {}; 0 to 4 are read", checksum));
  }
  footer.checksum = static_cast<ChecksumType>(checksum);
  if (footer.format_version >= 6) {
    RESCALE_RETURN_IF_ERROR(DecodeNewHandles(bytes, footer_offset, &footer));
  } else {
    RESCALE_RETURN_IF_ERROR(DecodeOldHandles(bytes, &footer));
    RESCALE_RETURN_IF_ERROR(CheckBlockHandle(footer.index, footer_offset).Within("footer: index"));
  }
  RESCALE_RETURN_IF_ERROR(
      CheckBlockHandle(footer.metaindex, footer_offset).Within("footer: metaindex"));
  return footer;
}

}  // namespace

bool DecodeBlockHandle(Decoder* in, BlockHandle* handle) {
  Decoder attempt = *in;
  if (!attempt.GetVarint64(&handle->offset_bytes) || !attempt.GetVarint64(&handle->size_bytes)) {
    return false;
  }
  *in = attempt;
  return true;
}

void AppendBlockHandle(std::string* out, const BlockHandle& handle) {
  PutVarint64(out, handle.offset_bytes);
  PutVarint64(out, handle.size_bytes);
}

std::string ToString(const BlockHandle& handle) {
  return fmt::format("[{}, +{}]", handle.offset_bytes, handle.size_bytes);
}

std::string CompressionTypeName(uint8_t type) {
  switch (static_cast<CompressionType>(type)) {
    case CompressionType::kNone:
      return "none";
    case CompressionType::kSnappy:
      return "snappy";
    case CompressionType::kZlib:
      return "zlib";
    case CompressionType::kBzip2:
      return "bzip2";
    case CompressionType::kLz4:
      return "lz4";
    case CompressionType::kLz4hc:
      return "lz4hc";
    case CompressionType::kXpress:
      return "xpress";
    case CompressionType::kZstd:
      return "zstd";
  }
  return fmt::format("type {}", type);
}

std::string ChecksumTypeName(ChecksumType type) {
  switch (type) {
    case ChecksumType::kNone:
      return "none";
    case ChecksumType::kCrc32c:
      return "crc32c";
    case ChecksumType::kXxHash32:
      return "xxhash32";
    case ChecksumType::kXxHash64:
      return "xxhash64";
    case ChecksumType::kXxh3:
      return "xxh3";
  }
  return fmt::format("type {}", static_cast<uint8_t>(type));
}

Result<Footer> DecodeFooter(std::string_view bytes, uint64_t file_size_bytes) {
  if (bytes.size() != kFooterBytes || file_size_bytes < kFooterBytes) {
    return Status::Corruption(fmt::format("file of {} bytes is too short for an SST: {} expected",
                                          file_size_bytes, kFooterBytes));
  }
  return DecodeFooterFields(bytes, file_size_bytes - kFooterBytes);
}

Status CheckBlockHandle(const BlockHandle& handle, uint64_t limit_bytes) {
  if (limit_bytes < kBlockTrailerBytes || handle.offset_bytes > limit_bytes - kBlockTrailerBytes ||
      handle.size_bytes > limit_bytes - kBlockTrailerBytes - handle.offset_bytes) {
    return Status::Corruption(
        fmt::format("block {} and its trailer reach past byte {}", ToString(handle), limit_bytes));
  }
  if (handle.size_bytes > kMaxBlockBytes) {
    return Status::NotSupported(fmt::format("block {} is larger than the {} bytes that are read",
                                            ToString(handle), kMaxBlockBytes));
  }
  return Status::Ok();
}

uint32_t ChecksumModifier(uint32_t base_context_checksum, uint64_t offset_bytes) {
  if (base_context_checksum == 0) return 0;
  const uint32_t folded =
      static_cast<uint32_t>(offset_bytes) + static_cast<uint32_t>(offset_bytes >> 32);
  return base_context_checksum ^ folded;
}

uint32_t BlockChecksum(ChecksumType type, std::string_view payload, uint8_t compression_type) {
  const char last = static_cast<char>(compression_type);
  switch (type) {
    case ChecksumType::kNone:
      return 0;
    case ChecksumType::kCrc32c:
      return MaskCrc(Crc32c(std::string_view(&last, 1), Crc32c(payload)));
    case ChecksumType::kXxHash32: {
      XXH32_state_t state;
      XXH32_reset(&state, 0);
      XXH32_update(&state, payload.data(), payload.size());
      XXH32_update(&state, &last, 1);
      return XXH32_digest(&state);
    }
    case ChecksumType::kXxHash64: {
      XXH64_state_t state;
      XXH64_reset(&state, 0);
      XXH64_update(&state, payload.data(), payload.size());
      XXH64_update(&state, &last, 1);
      return static_cast<uint32_t>(XXH64_digest(&state));
    }
    case ChecksumType::kXxh3:
      return static_cast<uint32_t>(XXH3_64bits(payload.data(), payload.size())) ^
             (uint32_t{compression_type} * 0x6b9083d9u);
  }
  return 0;
}

}  // namespace rescale::sst
