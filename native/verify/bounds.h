// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manifest/version.h"
#include "rescale/key_group.h"
#include "rescale/status.h"

namespace rescale::verify {

// Corruption naming the first SST whose bounds in the MANIFEST reach outside the key groups
// `range`. An upper bound that is the end of a range tombstone is exclusive, so it may be the first
// key behind the range. No SST is opened.
Status CheckBounds(const manifest::Version& version, const MaxParallelism& max_parallelism,
                   const KeyGroupRange& range);

}  // namespace rescale::verify
