// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>

#include "guard.h"
#include "java_remote_files.h"
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

jbyteArray JNICALL RunOnce(JNIEnv* env, jclass, jlong call_ptr, jbyteArray request, jobject reads) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(NativeCall * call, FromNativePtr<NativeCall>(call_ptr));
    RESCALE_ASSIGN_OR_RETURN(RunOptions options, ReadRunRequest(ReadJavaBytes(env, request), call));
    std::optional<JavaRemoteFiles> remote;
    if (reads != nullptr) options.write.remote = &remote.emplace(env, reads);
    RESCALE_ASSIGN_OR_RETURN(const RunReport report, Run(options));
    return Reply(report);
  });
}

// The other operations: reads the options, runs, writes what came of it.
template <auto Read, auto Operate>
jbyteArray JNICALL Answer(JNIEnv* env, jclass, jlong call_ptr, jbyteArray request) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(NativeCall * call, FromNativePtr<NativeCall>(call_ptr));
    RESCALE_ASSIGN_OR_RETURN(const auto options, Read(ReadJavaBytes(env, request), call));
    RESCALE_ASSIGN_OR_RETURN(const auto report, Operate(options));
    return Reply(report);
  });
}

}  // namespace

NativeMethods NativeOperationsMethods() {
  static const std::array methods = {
      Method("plan", "(J[B)J", Plan),
      Method("run", "(J[BLorg/rescale/RemoteReads;)[B", RunOnce),
      Method("clip", "(J[B)[B", Answer<ReadClipRequest, Clip>),
      Method("ingest", "(J[B)[B", Answer<ReadIngestRequest, Ingest>),
      Method("verify", "(J[B)[B", Answer<ReadVerifyRequest, Verify>),
  };
  return {"org/rescale/NativeOperations", methods};
}

}  // namespace rescale::jni
