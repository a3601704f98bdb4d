// SPDX-License-Identifier: Apache-2.0
#include "guard.h"
#include "native_ptr.h"
#include "natives.h"
#include "replies.h"

namespace rescale::jni {
namespace {

jbyteArray JNICALL Targets(JNIEnv* env, jclass, jlong native_ptr) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(const RescalePlan* plan, FromNativePtr<RescalePlan>(native_ptr));
    return PlanTargetsReply(*plan);
  });
}

jbyteArray JNICALL Files(JNIEnv* env, jclass, jlong native_ptr, jint target) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(const RescalePlan* plan, FromNativePtr<RescalePlan>(native_ptr));
    if (target < 0 || static_cast<size_t>(target) >= plan->target_count()) {
      return Status::InvalidArgument("the plan has no such target");
    }
    return PlanFilesReply(*plan, static_cast<size_t>(target));
  });
}

template <std::string (RescalePlan::*ToString)() const>
jbyteArray JNICALL Printed(JNIEnv* env, jclass, jlong native_ptr) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(const RescalePlan* plan, FromNativePtr<RescalePlan>(native_ptr));
    return (plan->*ToString)();
  });
}

void JNICALL Destroy(JNIEnv*, jclass, jlong native_ptr) {
  DeleteNativePtr<RescalePlan>(native_ptr);
}

}  // namespace

NativeMethods NativePlanMethods() {
  static const std::array methods = {
      Method("targets", "(J)[B", Targets),
      Method("files", "(JI)[B", Files),
      Method("text", "(J)[B", Printed<&RescalePlan::ToText>),
      Method("json", "(J)[B", Printed<&RescalePlan::ToJson>),
      Method("svg", "(J)[B", Printed<&RescalePlan::ToSvg>),
      Method("destroy", "(J)V", Destroy),
  };
  return {"org/rescale/NativePlan", methods};
}

}  // namespace rescale::jni
