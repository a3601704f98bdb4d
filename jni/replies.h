// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rescale/plan.h"
#include "rescale/run.h"
#include "rescale/verify.h"

namespace rescale::jni {

// The messages that the classes with a MessageReader take: RescaledDb.java, VerifyReport.java,
// PlannedTarget.java, PlannedFile.java.
std::string Reply(const RunReport& report);
std::string Reply(const TargetReport& report);  // as that of a run with this one target
std::string Reply(const VerifyReport& report);
std::string PlanTargetsReply(const RescalePlan& plan);
// `target` is below plan.target_count().
std::string PlanFilesReply(const RescalePlan& plan, size_t target);

}  // namespace rescale::jni
