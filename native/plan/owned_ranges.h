// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

namespace rescale::plan {

// InvalidArgument unless the target is a part of all key groups, each source owns a part, no two
// sources own the same key group, and together they own the target, or a part of it when gaps are
// allowed. Says which, and what to do.
Status CheckOwnedRanges(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                        const KeyGroupRange& target, bool allow_gaps);

// The same without a target.
Status CheckRangesApart(const std::vector<Source>& sources, const MaxParallelism& max_parallelism);

}  // namespace rescale::plan
