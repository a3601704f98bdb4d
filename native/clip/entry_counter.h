// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sst/compression.h"
#include "sst/table_reader.h"

namespace rescale::clip {

// What the properties of a table say about its point entries. RocksDB 11.9
// `table/block_based/block_based_table_builder.cc`, Add: the properties of a file add its range
// tombstones to all but the merges. verify::TableCounts is the same on purpose and shares nothing
// with it: it judges what this one counts.
struct EntryCounts {
  uint64_t entries = 0;
  uint64_t deletions = 0;  // Deletion, SingleDeletion, DeletionWithTimestamp
  uint64_t merges = 0;
  uint64_t key_bytes = 0;  // of internal keys
  uint64_t value_bytes = 0;

  void AddEntry(std::string_view internal_key, size_t value_size);
  void AddEntry(uint8_t type, size_t key_size, size_t value_size);
  EntryCounts& operator+=(const EntryCounts& other);
  bool operator==(const EntryCounts&) const = default;
};

// `*this - other`; false when something would become negative.
bool Subtract(const EntryCounts& total, const EntryCounts& part, EntryCounts* rest);

// Adds the entries of a decoded block to `counts`. Corruption when an entry does not fit.
Status CountEntries(std::string_view block, EntryCounts* counts);

// Decodes data blocks only to count what is in them. Not thread-safe; table and dictionary (null:
// none) must outlive it.
class EntryCounter {
 public:
  EntryCounter(const sst::TableReader& table, const sst::CompressionDictionary* dictionary)
      : table_(&table), dictionary_(dictionary) {}

  // A stored payload whose checksum was verified.
  Status CountBlock(const sst::BlockHandle& block, std::string_view payload,
                    uint8_t compression_type);
  const EntryCounts& counts() const { return counts_; }
  uint64_t blocks_counted() const { return blocks_counted_; }

 private:
  const sst::TableReader* table_;
  const sst::CompressionDictionary* dictionary_;
  sst::Decompressor decompressor_;
  std::string raw_;
  EntryCounts counts_;
  uint64_t blocks_counted_ = 0;
};

}  // namespace rescale::clip
