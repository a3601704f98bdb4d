// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rescale/plan.h"
#include "rescale/status.h"

namespace rescale::cli {

// Guards against sources in a wrong order: keys outside what a source owns belong to nobody and are
// left out, so a shuffled list would lose state without a word. A shell does shuffle it: old/* has
// old/10 before old/2.
//
// InvalidArgument when a source that was given without a range has SSTs, and none of them reaches
// the key groups of its position, or all together are shifted against them; naming what they do
// reach. `arguments` are the SRC arguments that
// the plan was made of.
Status CheckSourceOrder(const RescalePlan& plan, const PlanOptions& options,
                        const std::vector<std::string>& arguments);

}  // namespace rescale::cli
