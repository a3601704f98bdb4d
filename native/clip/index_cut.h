// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "clip/block_list.h"
#include "rescale/key_group.h"
#include "rescale/progress.h"
#include "sst/table_reader.h"

namespace rescale::clip {

// An index entry that outlives the walk over the index.
struct OwnedIndexEntry {
  uint64_t ordinal = 0;  // of the block in the source, from 0
  std::string separator;
  sst::BlockHandle block;
  std::string first_key;  // internal key; only with a first-key index

  void Assign(uint64_t position, const sst::IndexEntry& entry);
};

// Where a key range falls in the index of a table. A separator is at or after the last key of its
// block and before the first key of the next one; so
//   - blocks before `first` hold no kept key, nor do blocks after `last`;
//   - blocks strictly between hold kept keys only;
//   - `first` and `last` themselves may hold both, or none, and must be looked into.
struct IndexCut {
  bool empty = true;  // no block can hold a kept key; the rest is then without meaning
  OwnedIndexEntry first, after_first, before_last, last;
  // The range ends in or before `last`: its separator is not below the end of the range.
  bool ends_in_last = false;
  BlockList outside;                              // blocks before `first` and after `last`
  BlockList between;                              // blocks strictly between
  uint64_t bytes_outside = 0, bytes_between = 0;  // of these, with trailers
  bool has_gaps = false;  // block_align: blocks from `first` to `last` do not lie side by side
};

// Reads the whole index once. Corruption when blocks do not follow one another in the file.
Result<IndexCut> CutIndex(const sst::TableReader& table, const KeyRange& range,
                          const CancelToken* cancel);

}  // namespace rescale::clip
