// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/internal_key.h"
#include "rescale/status.h"
#include "sst/table_reader.h"

namespace rescale::verify {

// What the properties of a table count. RocksDB 11.9
// `table/block_based/block_based_table_builder.cc`. clip::EntryCounts is much the same on purpose
// and shares nothing with it: this one judges what clip counted, so a fault there must not be here.
struct TableCounts {
  uint64_t points = 0;
  uint64_t tombstones = 0;
  uint64_t deletions = 0;  // point deletions of every kind
  uint64_t merges = 0;
  uint64_t raw_key_bytes = 0;    // internal keys; of tombstones too
  uint64_t raw_value_bytes = 0;  // values; a tombstone's end key too
  uint64_t data_blocks = 0;
  uint64_t data_end_bytes = 0;  // end of the last data block, trailer included

  void AddPoint(const InternalKey& key, size_t key_bytes, size_t value_bytes);
  void AddTombstone(const sst::RangeTombstone& tombstone);
};

// Corruption naming the first property that says otherwise. Properties that are absent, which older
// versions did not write, are not judged.
Status CheckCounts(const sst::TableReader& reader, const TableCounts& counts);

}  // namespace rescale::verify
