// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "manifest/version.h"
#include "rescale/file_system.h"
#include "rescale/progress.h"
#include "verify/key_group_tally.h"
#include "verify/tombstone_cover.h"

namespace rescale::verify {

struct TableCheckRequest {
  std::string path;
  const manifest::FileMetaData* file = nullptr;
  SequenceNumber last_sequence;  // of the database
  std::optional<MaxParallelism> max_parallelism;
  // With max_parallelism: where every key and tombstone must lie.
  std::optional<KeyGroupRange> range;
  const CancelToken* cancel = nullptr;
};

struct TableCheckResult {
  explicit TableCheckResult(std::optional<MaxParallelism> max_parallelism)
      : tally(max_parallelism) {}
  uint64_t blocks = 0;   // data blocks
  uint64_t entries = 0;  // point entries
  KeyGroupTally tally;
  TombstoneCover tombstones;
};

// Reads the whole of one SST and checks it against itself and its MANIFEST entry:
//  - every block: checksum, place; data blocks decoded;
//  - keys strictly increasing, of known types, inside the MANIFEST bounds and the range; sequence
//    numbers at most the MANIFEST's largest_seqno and the database's last_sequence (an ingested
//    file's keys all count under its one number);
//  - index separators between the blocks they separate, first keys as they are;
//  - the filter, when it holds whole keys, lets every key through;
//  - tombstones, cut to the file's bounds, inside the range;
//  - counts and sizes as the properties say; the MANIFEST's unique id as computed from them.
// The smallest sequence number is not judged: the MANIFEST bounds of an L0 file may be shifted up
// for the sake of readers before 7.10. The comparator is taken to be bytewise.
Result<TableCheckResult> CheckTable(FileSystem& fs, const TableCheckRequest& request);

}  // namespace rescale::verify
