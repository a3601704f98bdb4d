// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace rescale::bench {

// One SST of 96-byte keys, which are numbers in order, and 128-byte values.
struct TableFile {
  std::string path;
  std::string compression;  // "none", "snappy", "lz4", "zstd"
  uint64_t keys = 0;

  static std::string Key(uint64_t i);
};

// Throws std::runtime_error for another compression.
void CheckCompression(const std::string& name);

// Of so many MiB of keys and values, which are half random, half filler, so that codecs have
// something to do. Throws as CheckCompression, and when it cannot be written.
TableFile MakeTableFile(const std::string& path, const std::string& compression, uint64_t mib);

}  // namespace rescale::bench
