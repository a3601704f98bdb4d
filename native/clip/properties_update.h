// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/unique_id.h"
#include "clip/entry_counter.h"
#include "rescale/types.h"
#include "sst/properties.h"
#include "sst/table_index_builder.h"
#include "sst/table_reader.h"

namespace rescale::clip {

// The counts of the point entries of a table by its properties, its range tombstones taken out.
// None when a property is missing, or they contradict the range tombstones that are there: then the
// kept side must be counted.
Result<std::optional<EntryCounts>> PointCountsByProperties(
    const sst::Properties& properties, const std::vector<sst::RangeTombstone>& tombstones);

// What is true of the written table.
struct TableFacts {
  EntryCounts points;
  const std::vector<sst::RangeTombstone>* tombstones = nullptr;
  uint64_t data_size_bytes = 0;    // end of the last data block, with its trailer
  uint64_t tail_offset_bytes = 0;  // start of the first block after the data
  sst::WrittenIndex index;
  uint64_t filter_payload_bytes = 0;
  bool has_filter = false;
  uint64_t data_blocks = 0;
  FileNumber number;
  std::string_view session_id;
  // The only sequence number in the file, where it is known: a lone range tombstone.
  std::optional<SequenceNumber> only_sequence;
};

// The source's properties, changed to say exactly what was written, under a new identity.
// Everything else is kept, among it the flags of the index, the filter's and the times of the data.
sst::Properties UpdateProperties(const sst::Properties& source, const TableFacts& facts);

// The id RocksDB >= 7.3 records for the file; false when its properties do not give one.
bool UniqueIdOf(const sst::Properties& properties, FileNumber number, std::string_view session_id,
                UniqueId* id);

}  // namespace rescale::clip
