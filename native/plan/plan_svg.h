// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace rescale::plan {

// A picture of the plans of some targets from the same sources: key groups on x, sources, column
// families and levels on y, one bar an SST, coloured by what becomes of it (trim if it is trimmed
// for any target, else link if linked for one, else skip); targets as columns between vertical
// lines; what is planned for each SST as tooltip. Above some thousands of SSTs, bars of one colour
// are merged, so the size stays within a few megabytes whatever the plan. One XML document.
std::string ToSvg(const std::vector<Plan>& plans);

}  // namespace rescale::plan
