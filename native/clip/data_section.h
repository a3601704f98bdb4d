// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/parallel.h"
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

// How the data section is written.
struct DataWork {
  const CancelToken* cancel = nullptr;  // may be null
  IdleThreads* idle_threads = nullptr;  // help with writing and counting
};

// Writes the kept data blocks and adds them to the index. Entries are counted on the side of the
// cut with fewer bytes: the kept blocks, or, given the source's `total`, the dropped ones, to be
// taken from it. Of a remote table only the kept blocks are read, each once, and counted. This
// thread reads and has written first and then counts, while the device is still busy with what was
// written; idle threads count from the start, else one of them writes what this one has read.
// Corruption when more was dropped than there is by `total`. Of several failures that of writing is
// returned, else the first in the file.
Result<DataSection> WriteData(const sst::TableReader& table, const DataCut& cut,
                              const std::optional<EntryCounts>& total, const DataWork& work,
                              sst::TableWriter* target, sst::TableIndexBuilder* index);

}  // namespace rescale::clip
