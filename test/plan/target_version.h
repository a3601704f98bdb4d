// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

namespace rescale::plan {

// The MANIFEST state that a plan comes to when it is carried out, with trimmed files as wide as
// they may be.
manifest::Version TargetVersion(const Plan& plan);

}  // namespace rescale::plan
