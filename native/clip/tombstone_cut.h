// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rescale/key_group.h"
#include "sst/table_reader.h"

namespace rescale::clip {

// A table's range tombstones, each cut to [range.begin, range.end), the empty ones left out. A
// tombstone counts only inside the file's MANIFEST bounds (RocksDB 11.9
// `db/range_del_aggregator.cc`), so those that lie wholly outside the bounds are left out too. In
// internal-key order without duplicates: of two that begin alike, the one that reaches further.
std::vector<sst::RangeTombstone> CutTombstones(std::vector<sst::RangeTombstone> tombstones,
                                               const KeyRange& range, std::string_view smallest,
                                               std::string_view largest);

// The payload of their block: restart interval 1, key (begin, sequence, RangeDeletion), value end.
std::string EncodeTombstones(const std::vector<sst::RangeTombstone>& tombstones);

// Bytes of their keys and values, as the properties rocksdb.raw.key.size and raw.value.size count
// them.
uint64_t TombstoneKeyBytes(const std::vector<sst::RangeTombstone>& tombstones);
uint64_t TombstoneValueBytes(const std::vector<sst::RangeTombstone>& tombstones);

}  // namespace rescale::clip
