// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clip/edge_block.h"
#include "clip/entry_counter.h"
#include "clip/index_cut.h"
#include "rescale/key_group.h"
#include "rescale/progress.h"
#include "sst/table_index_builder.h"
#include "sst/table_reader.h"
#include "sst/table_writer.h"

namespace rescale::clip {

// What of the data blocks is kept: the cut through the index, and the blocks at its ends looked
// into.
struct DataCut {
  IndexCut index;
  EdgeBlock first_edge;
  EdgeBlock last_edge;              // without meaning when the cut has one block only
  bool has_points = false;          // any point entry is kept
  std::string first_key, last_key;  // kept, internal; empty without points
};

Result<DataCut> CutData(const sst::TableReader& table, const KeyRange& range,
                        const CancelToken* cancel);

struct DataSection {
  uint64_t data_blocks = 0;
  uint64_t end_bytes = 0;  // end of the last data block, with its trailer
  EntryCounts points;
  uint64_t blocks_copied = 0, blocks_reencoded = 0, bytes_copied = 0, blocks_counted = 0;
};

// Writes the kept data blocks and adds them to the index. Entries are counted on the side of the
// cut with fewer bytes: the kept blocks on their way, or, given the source's `total`, the dropped
// ones, to be taken from it. Corruption when more was dropped than there is by `total`.
Result<DataSection> WriteData(const sst::TableReader& table, const DataCut& cut,
                              const std::optional<EntryCounts>& total, const CancelToken* cancel,
                              sst::TableWriter* target, sst::TableIndexBuilder* index);

}  // namespace rescale::clip
