// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rescale/plan.h"
#include "rescale/run.h"
#include "rescale/verify.h"

namespace rescale::jni {

// The messages that the classes with a MessageReader take: RescaledDb.java, VerifyReport.java,
// PlannedTarget.java, PlannedFile.java.
std::string TargetsReply(const std::vector<TargetReport>& targets);
std::string VerifyReply(const VerifyReport& report);
std::string PlanTargetsReply(const RescalePlan& plan);
// `target` is below plan.target_count().
std::string PlanFilesReply(const RescalePlan& plan, size_t target);

}  // namespace rescale::jni
