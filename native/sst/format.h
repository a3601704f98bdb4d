// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

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

// What is added to the checksum of the block at `offset` from format_version 6 on; 0 when base is
// 0. `table/format.h`, ChecksumModifierForContext.
uint32_t ChecksumModifier(uint32_t base_context_checksum, uint64_t offset_bytes);
// The stored checksum, before the modifier, of a payload with its compression type byte.
uint32_t BlockChecksum(ChecksumType type, std::string_view payload, uint8_t compression_type);

}  // namespace rescale::sst
