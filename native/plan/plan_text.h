// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace rescale::plan {

// The plan for people: what is kept of which source; for each column family its levels before and
// after and every file, the skipped ones too, with its way and reason; L0 forecast; warnings. Says
// everything the plan holds, so two plans are the same when their texts are. No empty lines.
std::string ToText(const Plan& plan);
// One paragraph a target, an empty line between them.
std::string ToText(const std::vector<Plan>& plans);

}  // namespace rescale::plan
