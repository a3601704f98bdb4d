// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ingest/target_version.h"
#include "plan/plan.h"

namespace rescale::plan {

// What trimming comes to before any SST is read: every trimmed file of the plan, in plan order, as
// wide as it may be.
std::vector<ingest::TrimmedFile> WidestTrims(const Plan& plan);

// The MANIFEST state that a plan comes to when it is carried out, its trims the widest.
manifest::Version TargetVersion(const Plan& plan);

}  // namespace rescale::plan
