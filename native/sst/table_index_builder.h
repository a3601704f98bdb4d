// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sst/index_builder.h"
#include "sst/table_reader.h"
#include "sst/table_writer.h"

namespace rescale::sst {

// An index as it was written, and what the properties say about it.
struct WrittenIndex {
  uint32_t type = 0;  // 0 binary, 2 two-level, 3 first-key
  BlockHandle root;
  uint64_t payload_bytes = 0;  // of all its blocks
  uint64_t partitions = 0;     // two-level only
  uint64_t top_level_payload_bytes = 0;
};

// Builds the index of a table. A two-level index stays two-level: RocksDB takes partitioned filters
// only beside one (`table/block_based/block_based_table_reader.cc`, PrefetchIndexAndFilterBlocks).
// A hash index becomes a binary one, since it is an addition to it that readers can do without.
// The index is kept in memory until it is written, behind the filters as in RocksDB's own files.
class TableIndexBuilder {
 public:
  // A partition is closed at this size, RocksDB's default `metadata_block_size`.
  static constexpr size_t kPartitionBytes = 4096;

  // `coding` is that of the source; its flags are kept.
  explicit TableIndexBuilder(const IndexCoding& coding);

  // Separators ascend. `first_key` is used only with a first-key index.
  Status Add(std::string_view separator, const BlockHandle& block, std::string_view first_key);
  uint64_t block_count() const { return block_count_; }
  // Writes the blocks of the index; the builder is spent.
  Result<WrittenIndex> Write(TableWriter* target);

 private:
  struct Partition {
    std::string separator;  // of its last entry
    std::string payload;
  };
  Status ClosePartition();

  uint32_t type_;
  IndexLayout layout_;
  IndexBuilder current_;
  std::string last_separator_;
  std::vector<Partition> closed_;
  uint64_t block_count_ = 0;
};

}  // namespace rescale::sst
