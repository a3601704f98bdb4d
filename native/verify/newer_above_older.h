// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rescale/progress.h"
#include "verify/database.h"

namespace rescale::verify {

// Checks, column family by column family, what a reader relies on when it stops at the first run
// that has a key: of one user key, a newer run (L0 newest first, then L1, L2, ...) never holds an
// older entry than an older run does, and no two runs hold the same internal key. Corruption naming
// the key and both files.
//
// Merges all runs, in slices of the key space spread over `threads`; each thread holds one open
// table a run. Column families with a single run are not read.
Status CheckNewerAboveOlder(FileSystem& fs, const Database& database, unsigned threads,
                            const CancelToken* cancel);

}  // namespace rescale::verify
