// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rescale/export.h"
#include "rescale/file_system.h"
#include "rescale/progress.h"
#include "rescale/source.h"

namespace rescale {

struct VerifyOptions {
  std::string directory;
  // With both: every key must lie in these key groups, and entries are counted by key group. Unless
  // everything is read, it is the bounds in the MANIFEST that must lie in them.
  std::optional<MaxParallelism> max_parallelism;
  std::optional<KeyGroupRange> range;
  // Reads everything: block checksums, key order, bounds, sequence bounds, counts against
  // properties, unique ids, newer-above-older across levels, filters (every key of a file must pass
  // its filter).
  bool deep = false;
  // Proves that the directory holds exactly what these hold in their owned ranges (and in `range`):
  // the same internal entries, key group by key group, and the same range tombstone cover. Implies
  // reading everything. Without max_parallelism the sources count whole, as one group.
  std::vector<StateHandle> against;
  unsigned threads = 1;  // SSTs read at a time; 0: one a core
  ProgressCallback progress;
  const CancelToken* cancel = nullptr;
  FileSystem* file_system = nullptr;  // null: the machine's
};

// Counts of one column family, and of one key group where max_parallelism was given.
struct KeyGroupCount {
  std::string column_family;
  uint32_t key_group = 0;
  uint64_t entries = 0;           // point entries, every version
  uint64_t range_tombstones = 0;  // that begin in the key group
  uint64_t digest = 0;            // of the entries, whatever their order
};

// What a source has outside the key groups it owns, and `against` therefore leaves out: leftovers
// of an earlier rescale, or a sign that it owned more than was said.
struct LeftOut {
  std::string directory;
  KeyGroupRange owned;
  KeyGroupRange reach;   // the key groups that the entries left out lie in, from and to; or empty
  uint64_t entries = 0;  // point entries, every version
  uint64_t files_unread = 0;  // files that could not be read there, such as one that is missing
};

struct VerifyReport {
  uint64_t column_families = 0;
  uint64_t files = 0;
  uint64_t bytes = 0;
  uint64_t blocks = 0;   // checked, when deep
  uint64_t entries = 0;  // read, when deep
  bool deep = false;
  bool against_sources = false;
  // A process has the database open, so that files may have come and gone meanwhile. A fault that
  // is found then says so too.
  bool open_in_another_process = false;
  std::vector<KeyGroupCount> key_groups;
  // With `against` and a max parallelism: one a source that has something left out, in their order.
  std::vector<LeftOut> left_out;
  std::vector<std::string> notes;  // tolerated oddities
};

// Checks a database directory without opening it as one and without changing it.
// Always: CURRENT, MANIFEST, level order for readers of every version, counters, unique numbers,
// files present with the right sizes, OPTIONS naming the same column families with levels enough.
// The first fault ends it: Corruption naming file, offset, expected and found; what is named and
// not there is one, too. NotFound: no directory, or no database in it. NotSupported: what cannot be
// read deeply (another comparator, a table format), a source with a live WAL. InvalidArgument,
// IoError, Cancelled. Thread-safe.
RESCALE_EXPORT Result<VerifyReport> Verify(const VerifyOptions& options);

}  // namespace rescale
