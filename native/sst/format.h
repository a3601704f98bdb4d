// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/coding.h"
#include "rescale/status.h"

// The block-based table format: data blocks, meta blocks, metaindex, footer; every block is
// followed by a 5-byte trailer (compression type, fixed32 checksum). RocksDB `table/format.h`,
// `table/format.cc`.
namespace rescale::sst {

inline constexpr uint64_t kBlockBasedTableMagic = 0x88e241b785f4cff7ull;
inline constexpr size_t kFooterBytes = 53;
inline constexpr size_t kBlockTrailerBytes = 5;
inline constexpr uint32_t kMinFormatVersion = 2;
inline constexpr uint32_t kMaxFormatVersion = 7;

enum class CompressionType : uint8_t {
  kNone = 0,
  kSnappy = 1,
  kZlib = 2,
  kBzip2 = 3,
  kLz4 = 4,
  kLz4hc = 5,
  kXpress = 6,
  kZstd = 7,
};
enum class ChecksumType : uint8_t {
  kNone = 0,
  kCrc32c = 1,
  kXxHash32 = 2,
  kXxHash64 = 3,
  kXxh3 = 4
};

// Where a block's payload lies; the trailer follows it and is not counted.
struct BlockHandle {
  uint64_t offset_bytes = 0;
  uint64_t size_bytes = 0;
  bool operator==(const BlockHandle&) const = default;
};

struct Footer {
  uint32_t format_version = 0;
  ChecksumType checksum = ChecksumType::kCrc32c;
  uint32_t base_context_checksum = 0;  // format_version >= 6, never 0 there; else 0
  BlockHandle metaindex;
  BlockHandle index;  // format_version < 6: from the footer; else from the metaindex
};

// Largest payload, stored or decompressed, that is read into memory. RocksDB's own limit is 4 GiB
// (32-bit sizes); real blocks are kilobytes, whole-file filters and indexes some megabytes.
inline constexpr uint64_t kMaxBlockBytes = uint64_t{1} << 30;

// A handle is varint64 offset, varint64 size. False when the bytes are not there.
bool DecodeBlockHandle(Decoder* in, BlockHandle* handle);
void AppendBlockHandle(std::string* out, const BlockHandle& handle);
// "[offset, +size]", for messages.
std::string ToString(const BlockHandle& handle);

// "snappy", or "type 200" for one we do not know.
std::string CompressionTypeName(uint8_t type);
std::string ChecksumTypeName(ChecksumType type);

// Decodes the last kFooterBytes of a file of `file_size_bytes`. From format_version 6 on `index` is
// left empty: it stands in the metaindex. NotSupported, by name, for another table format, another
// format version or checksum type; Corruption for damage. Handles are checked to lie before the
// footer. Errors carry the offset but no path. RocksDB 11.9 `table/format.cc`, Footer::DecodeFrom.
Result<Footer> DecodeFooter(std::string_view bytes, uint64_t file_size_bytes);

// Corruption unless the payload and its trailer lie in the first `limit_bytes` of the file, and
// NotSupported when the payload is larger than kMaxBlockBytes. Never overflows.
Status CheckBlockHandle(const BlockHandle& handle, uint64_t limit_bytes);

// What is added to the checksum of the block at `offset` from format_version 6 on; 0 when base is
// 0. `table/format.h`, ChecksumModifierForContext.
uint32_t ChecksumModifier(uint32_t base_context_checksum, uint64_t offset_bytes);
// The stored checksum, before the modifier, of a payload with its compression type byte.
uint32_t BlockChecksum(ChecksumType type, std::string_view payload, uint8_t compression_type);

}  // namespace rescale::sst
