// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/parallel.h"
#include "base/unique_id.h"
#include "rescale/file_system.h"
#include "rescale/key_group.h"
#include "rescale/progress.h"
#include "rescale/types.h"

namespace rescale::clip {

struct ClipTableRequest {
  std::string source_path;
  std::string target_path;  // must not exist
  uint32_t target_mode = 0644;
  KeyRange range;  // kept keys
  // The source's MANIFEST bounds (internal keys) and sequence bounds: a side that is not trimmed
  // keeps its bound byte for byte, since a range tombstone may reach past the contents.
  std::string_view smallest;
  std::string_view largest;
  SequenceNumber smallest_seqno;
  SequenceNumber largest_seqno;
  FileNumber target_number;     // becomes rocksdb.original.file.number
  std::string_view session_id;  // fresh for the run, 20 characters: with the number, a new identity
  const CancelToken* cancel = nullptr;
  IdleThreads* idle_threads = nullptr;  // help with counting; null: none
};

struct ClipTableResult {
  bool empty = false;  // nothing of the source is in range: no file was written
  uint64_t file_size_bytes = 0;
  std::string smallest;  // bounds for the MANIFEST
  std::string largest;
  SequenceNumber smallest_seqno;
  SequenceNumber largest_seqno;
  uint64_t tail_size_bytes = 0;
  bool has_unique_id = false;
  UniqueId unique_id{};
  // Of the result.
  uint64_t num_entries = 0;  // point entries and range tombstones
  uint64_t num_range_deletions = 0;
  // How it was made.
  uint64_t blocks_copied = 0;     // data blocks taken over as they were
  uint64_t blocks_reencoded = 0;  // at most two
  uint64_t bytes_copied = 0;
  uint64_t blocks_counted = 0;  // blocks decoded only to count entries
};

// Writes the part of one block-based SST that lies in `range` as a new SST, and syncs it. Data
// blocks inside are copied without being decompressed; only the one or two blocks at an edge are
// decoded and encoded again, with their sequence numbers. Entries are counted on the smaller side
// of the cut, beside or after the copying, while the device takes in what was copied. The result
// does not depend on the number of threads.
//
// NotSupported, naming the property, for what cannot be cut: plain tables, format version above 7,
// a comparator other than bytewise, user-defined timestamps, embedded blobs. Corruption for damage.
// On any failure nothing is left at target_path. Safe to call from several threads on different
// targets.
Result<ClipTableResult> ClipTable(FileSystem& fs, const ClipTableRequest& request);

}  // namespace rescale::clip
