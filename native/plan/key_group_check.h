// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plan/plan.h"

namespace rescale::plan {

// Asks of every SST of a source that takes part whether its bounds fit the max parallelism: a key
// group at or above it cannot be a leftover of an earlier rescale, since a job's max parallelism
// never changes, so the number given is wrong (InvalidArgument naming the file; nothing would be
// found missing later, since everything is cut by it alike). SSTs that reach outside what their
// source owns hold leftovers, or are a sign of the same mistake or of sources in a wrong order: one
// warning a source names the key groups.
Status CheckKeyGroups(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                      Plan* plan);

}  // namespace rescale::plan
