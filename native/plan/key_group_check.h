// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plan/plan.h"
#include "plan/source_reach.h"

namespace rescale::plan {

// Looks at the bounds of every SST of a source. InvalidArgument naming the file when one does not
// fit the max parallelism: a key group at or above it cannot be a leftover of an earlier rescale,
// since a job's max parallelism never changes, so the number given is wrong; and a key without a
// key group belongs to nobody. Nothing would be found missing later, since everything is cut by the
// same rule.
Result<SourceReach> FindReach(const Source& source, const MaxParallelism& max_parallelism);

// FindReach for every source that takes part or whose range is assumed; refuses an assumed range
// that the SSTs contradict, and notes the warnings of a SourceReach, that of leftovers only if none
// are expected.
Status CheckKeyGroups(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                      bool expect_leftovers, Plan* plan);

}  // namespace rescale::plan
