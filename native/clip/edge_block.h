// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "clip/entry_counter.h"
#include "rescale/key_group.h"
#include "sst/table_reader.h"

namespace rescale::clip {

// A data block at an edge of the range, looked into.
struct EdgeBlock {
  EntryCounts kept, dropped;
  std::string first_kept, last_kept;  // internal keys; empty when nothing is kept
  // The kept entries as a block of their own: plain layout, no hash index, not compressed. Empty
  // unless some entries are kept and some dropped.
  std::string payload;

  bool nothing_kept() const { return kept.entries == 0; }
  bool is_cut() const { return kept.entries != 0 && dropped.entries != 0; }
};

// Decodes a block and encodes what is in the range again, with the restart interval the block has:
// newer readers count keys by it (property rocksdb.data.block.restart.interval, RocksDB >= 11.0).
// Corruption when keys are out of order.
Result<EdgeBlock> CutEdgeBlock(const sst::TableReader& table, const sst::BlockHandle& block,
                               const KeyRange& range);

// The first or the last internal key of a block.
Result<std::string> ReadFirstKey(const sst::TableReader& table, const sst::BlockHandle& block);
Result<std::string> ReadLastKey(const sst::TableReader& table, const sst::BlockHandle& block);

}  // namespace rescale::clip
