// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "rescale/key_group.h"
#include "rescale/progress.h"
#include "sst/table_reader.h"
#include "sst/table_writer.h"

namespace rescale::clip {

using Metaindex = std::map<std::string, sst::BlockHandle, std::less<>>;

struct FilterCut {
  uint64_t size_bytes = 0;  // payloads, as property rocksdb.filter.size counts them
  bool written = false;
};

// Carries the filters of a table over to the part of it that lies in `range`, which has entries.
//
// A full filter is copied: that it also answers for keys which are gone costs nothing but a few
// false positives. Of a partitioned filter the partitions that any key of the range can be looked
// up in are copied, in their order and under their separators, so that each key and each prefix is
// answered by the same partition as before; only the handles in the top level are new. It is parsed
// under the index's flags, which the result keeps (RocksDB 11.9
// `table/block_based/partitioned_filter_block.cc`). An obsolete block-based filter goes by block
// offsets and is left out.
Result<FilterCut> CopyFilters(const sst::TableReader& table, const KeyRange& range,
                              const CancelToken* cancel, sst::TableWriter* target,
                              Metaindex* metaindex);

// Copies one block, verified, under its checksum type.
Result<sst::BlockHandle> CopyMetaBlock(const sst::TableReader& table, const sst::BlockHandle& block,
                                       sst::TableWriter* target);

}  // namespace rescale::clip
