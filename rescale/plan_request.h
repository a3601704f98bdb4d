// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "rescale/plan.h"

// What plan and run have in common: the question, and how its plan is shown.
namespace rescale::cli {

// Sources, max parallelism, --to and --index of the arguments.
Result<PlanOptions> PlanOptionsOf(const Arguments& arguments);

// Plans, then writes the plan in full to stdout, as text or JSON, and the picture of --svg.
Status ShowPlan(const Arguments& arguments, const PlanOptions& options);

// Writes the picture to a new file. AlreadyExists when there is one; InvalidArgument when it would
// lie inside a source.
Status WriteSvg(const RescalePlan& plan, const std::string& file,
                const std::vector<StateHandle>& sources);

// A line for each target: what is linked, trimmed, skipped.
std::string PlanSummary(const RescalePlan& plan, size_t sources,
                        const MaxParallelism& max_parallelism);

}  // namespace rescale::cli
