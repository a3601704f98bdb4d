// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "rescale/status.h"
#include "sst/format.h"

// Block compression from format_version 2 on: zlib, LZ4 and ZSTD payloads begin with varint32 raw
// size; snappy carries its own. zlib is a raw deflate stream. A dictionary (metaindex entry
// rocksdb.compression_dict) applies to data blocks only, and not to snappy. RocksDB 11.9
// `util/compression.cc`.
namespace rescale::sst {

// The dictionary of one table, prepared once. Safe to read from several threads.
class CompressionDictionary {
 public:
  // Empty `bytes`: no dictionary.
  explicit CompressionDictionary(std::string bytes);
  ~CompressionDictionary();
  CompressionDictionary(const CompressionDictionary&) = delete;
  CompressionDictionary& operator=(const CompressionDictionary&) = delete;

  std::string_view bytes() const { return bytes_; }

 private:
  friend class Decompressor;
  struct Zstd;
  std::string bytes_;
  std::unique_ptr<Zstd> zstd_;  // null without a dictionary, or when zstd refuses it
};

// Decompresses blocks one after another, keeping its working memory. Not thread-safe.
class Decompressor {
 public:
  Decompressor();
  ~Decompressor();
  Decompressor(Decompressor&&) noexcept;
  Decompressor& operator=(Decompressor&&) noexcept;

  // Fills `out` with the raw bytes of a stored payload. Before memory is asked for, the raw size
  // the payload declares is checked against kMaxBlockBytes and against what the codec can make of
  // that many bytes (of a zstd frame: of its blocks, one by one). Corruption for damage;
  // NotSupported, by name, for bzip2, xpress and types we do not know. `dictionary` may be null.
  Status Decompress(uint8_t compression_type, std::string_view payload,
                    const CompressionDictionary* dictionary, std::string* out);

 private:
  Status DecompressZstd(std::string_view body, const CompressionDictionary* dictionary,
                        std::string* out);
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace rescale::sst
