// SPDX-License-Identifier: Apache-2.0
#include "commands.h"
#include "plan_request.h"

namespace rescale::cli {

Status RunPlanCommand(const Arguments& arguments) {
  RESCALE_ASSIGN_OR_RETURN(const PlanOptions options, PlanOptionsOf(arguments));
  return ShowPlan(arguments, options);
}

}  // namespace rescale::cli
