// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "guard.h"
#include "native_call.h"
#include "native_ptr.h"
#include "natives.h"
#include "replies.h"
#include "requests.h"

namespace rescale::jni {
namespace {

jlong JNICALL Plan(JNIEnv* env, jclass, jlong call_ptr, jbyteArray request) {
  return Guard<jlong>(env, [&]() -> Result<jlong> {
    RESCALE_ASSIGN_OR_RETURN(NativeCall * call, FromNativePtr<NativeCall>(call_ptr));
    RESCALE_ASSIGN_OR_RETURN(const PlanOptions options,
                             ReadPlanRequest(ReadJavaBytes(env, request), call));
    RESCALE_ASSIGN_OR_RETURN(RescalePlan plan, MakePlan(options));
    return ToNativePtr(std::make_unique<RescalePlan>(std::move(plan)));
  });
}

jbyteArray JNICALL RunJob(JNIEnv* env, jclass, jlong call_ptr, jbyteArray request) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(NativeCall * call, FromNativePtr<NativeCall>(call_ptr));
    RESCALE_ASSIGN_OR_RETURN(const RunOptions options,
                             ReadRunRequest(ReadJavaBytes(env, request), call));
    RESCALE_ASSIGN_OR_RETURN(const RunReport report, Run(options));
    return TargetsReply(report.targets);
  });
}

jbyteArray JNICALL ClipOne(JNIEnv* env, jclass, jlong call_ptr, jbyteArray request) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(NativeCall * call, FromNativePtr<NativeCall>(call_ptr));
    RESCALE_ASSIGN_OR_RETURN(const ClipOptions options,
                             ReadClipRequest(ReadJavaBytes(env, request), call));
    RESCALE_ASSIGN_OR_RETURN(TargetReport report, Clip(options));
    return TargetsReply({std::move(report)});
  });
}

jbyteArray JNICALL IngestAll(JNIEnv* env, jclass, jlong call_ptr, jbyteArray request) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(NativeCall * call, FromNativePtr<NativeCall>(call_ptr));
    RESCALE_ASSIGN_OR_RETURN(const IngestOptions options,
                             ReadIngestRequest(ReadJavaBytes(env, request), call));
    RESCALE_ASSIGN_OR_RETURN(TargetReport report, Ingest(options));
    return TargetsReply({std::move(report)});
  });
}

jbyteArray JNICALL VerifyOne(JNIEnv* env, jclass, jlong call_ptr, jbyteArray request) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(NativeCall * call, FromNativePtr<NativeCall>(call_ptr));
    RESCALE_ASSIGN_OR_RETURN(const VerifyOptions options,
                             ReadVerifyRequest(ReadJavaBytes(env, request), call));
    RESCALE_ASSIGN_OR_RETURN(const VerifyReport report, Verify(options));
    return VerifyReply(report);
  });
}

}  // namespace

NativeMethods NativeOperationsMethods() {
  static const std::array methods = {
      Method("plan", "(J[B)J", Plan),         Method("run", "(J[B)[B", RunJob),
      Method("clip", "(J[B)[B", ClipOne),     Method("ingest", "(J[B)[B", IngestAll),
      Method("verify", "(J[B)[B", VerifyOne),
  };
  return {"org/rescale/NativeOperations", methods};
}

}  // namespace rescale::jni
