// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

// The hashes that RocksDB's filters are made of.
namespace rescale::sst {

// The 64-bit hash of Bloom filters of format_version 5 and Ribbon filters: the XXH3 of before its
// release (0.7.2, seed 0), which differs from today's XXH3, with a value of RocksDB's own for the
// empty key. RocksDB 11.9 `util/xxph3.h`, `util/hash.cc` Hash64.
uint64_t FilterHash64(std::string_view key);

// The 32-bit hash of Bloom filters up to format_version 4, a simplified MurmurHash.
// RocksDB 11.9 `util/hash.cc`, BloomHash.
uint32_t LegacyFilterHash(std::string_view key);

}  // namespace rescale::sst
