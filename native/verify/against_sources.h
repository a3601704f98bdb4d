// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rescale/verify.h"
#include "verify/database.h"
#include "verify/family_contents.h"
#include "verify/progress.h"

namespace rescale::verify {

// A handle that a database is compared with, and what its metadata files say.
struct Source {
  Database database;
  KeyGroupRange owned;
  KeyRange owned_keys;
  KeyRange kept;  // what of it counts: its owned key groups, cut to the target's when given
};

// Reads the metadata files of the handles of `options.against`; no SST. InvalidArgument for handles
// that a rescale would refuse, but for gaps between them. NotSupported for a source whose
// write-ahead log may hold entries, which no SST has.
Result<std::vector<Source>> ReadSources(FileSystem& fs, const VerifyOptions& options);

// Reads what `sources` hold in their owned ranges and in `options.range`, and compares it with
// `target`, whose covers are normalised, by column family name: entries key group by key group,
// then the cover of the range tombstones. Corruption at the first difference. Then counts what the
// sources have outside their owned ranges in `left_out`.
Status CompareWithSources(FileSystem& fs, const VerifyOptions& options,
                          const std::vector<Source>& sources, const Contents& target,
                          ProgressReporter* progress, std::vector<LeftOut>* left_out);

}  // namespace rescale::verify
