// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

namespace rescale::plan {

// InvalidArgument when, in some column family, the keys of two sources are not apart: from the
// smallest to the largest bound of each, all of one must lie before the other. Names one file of
// each. Only for plans without ranges: with them sources are apart by construction.
Status CheckSourcesApart(const std::vector<Source>& sources, const Plan& plan);

}  // namespace rescale::plan
