// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

namespace rescale::plan {

// Gives every kept file an epoch number, by which RocksDB 7.10 and later order L0: within a source
// the order stays, and each source continues above the sources before it, so that no two clash.
// A source of which some file has no epoch gets them by RocksDB's own rule
// (`db/version_set.cc`, RecoverEpochNumbers): deepest level first, one a level, then L0 from the
// oldest file by sequence. Corruption when epochs leave no room to count.
Status AssignEpochs(const std::vector<Source>& sources, Plan* plan);

}  // namespace rescale::plan
