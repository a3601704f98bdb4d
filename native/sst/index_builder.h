// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rescale/status.h"
#include "sst/format.h"

namespace rescale::sst {

// How the values of an index block look; the properties of the table must say the same.
struct IndexLayout {
  // rocksdb.index.value.is.delta.encoded: values stand without a length.
  bool value_is_delta_encoded = true;
  // Index type 3: the first internal key of each block follows its handle.
  bool has_first_key = false;
};

// Builds the payload of one block of an index with restart interval 1. Every entry is then a
// restart, so that each handle is written in full and blocks need not lie side by side:
//
//   delta encoded   varint32 0, varint32 key size, key, handle [, length-prefixed first key]
//   plain           varint32 0, varint32 key size, varint32 value size, key, value as above
//
// RocksDB 11.9 `table/block_based/index_builder.h`, ShortenedIndexBuilder; `table/format.cc`,
// IndexValue::EncodeTo. The top level of a partitioned filter has the same form, without first
// keys.
class IndexBuilder {
 public:
  explicit IndexBuilder(IndexLayout layout) : layout_(layout) {}

  // Separators ascend. `first_key` is used only with first keys.
  void Add(std::string_view separator, const BlockHandle& block, std::string_view first_key = {});
  uint64_t entry_count() const { return restarts_.size(); }
  // Size of the payload if it were finished now.
  size_t size_bytes() const { return entries_.size() + 4 * restarts_.size() + 4; }
  // The payload; the builder is spent. NotSupported when it became larger than what is read back.
  Result<std::string> Finish();

 private:
  IndexLayout layout_;
  std::string entries_;
  std::string value_;
  std::vector<uint32_t> restarts_;
};

}  // namespace rescale::sst
