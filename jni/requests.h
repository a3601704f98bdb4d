// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "native_call.h"
#include "rescale/plan.h"
#include "rescale/run.h"
#include "rescale/status.h"
#include "rescale/verify.h"

namespace rescale::jni {

// The options of each operation out of the message that Requests.java writes. The call gives the
// cancel token and takes the progress; it outlives the operation.
Result<PlanOptions> ReadPlanRequest(std::string_view message, NativeCall* call);
Result<RunOptions> ReadRunRequest(std::string_view message, NativeCall* call);
Result<ClipOptions> ReadClipRequest(std::string_view message, NativeCall* call);
Result<IngestOptions> ReadIngestRequest(std::string_view message, NativeCall* call);
Result<VerifyOptions> ReadVerifyRequest(std::string_view message, NativeCall* call);

}  // namespace rescale::jni
