// SPDX-License-Identifier: Apache-2.0
#include "native_call.h"

#include <memory>

#include "guard.h"
#include "message.h"
#include "native_ptr.h"
#include "natives.h"

namespace rescale::jni {
namespace {

jlong JNICALL Create(JNIEnv* env, jclass) {
  return Guard<jlong>(
      env, []() -> Result<jlong> { return ToNativePtr(std::make_unique<NativeCall>()); });
}

void JNICALL Cancel(JNIEnv* env, jclass, jlong native_ptr) {
  Guard<bool>(env, [&]() -> Result<bool> {
    RESCALE_ASSIGN_OR_RETURN(NativeCall * call, FromNativePtr<NativeCall>(native_ptr));
    call->Cancel();
    return true;
  });
}

jbyteArray JNICALL GetProgress(JNIEnv* env, jclass, jlong native_ptr) {
  return GuardBytes(env, [&]() -> Result<std::string> {
    RESCALE_ASSIGN_OR_RETURN(const NativeCall* call, FromNativePtr<NativeCall>(native_ptr));
    const Progress progress = call->progress();
    MessageWriter reply;
    reply.Bytes(progress.phase);
    reply.Unsigned(progress.files_total);
    reply.Unsigned(progress.files_done);
    reply.Unsigned(progress.bytes_total);
    reply.Unsigned(progress.bytes_linked);
    reply.Unsigned(progress.bytes_copied);
    reply.Unsigned(progress.bytes_rewritten);
    return std::move(reply).Take();
  });
}

void JNICALL Destroy(JNIEnv*, jclass, jlong native_ptr) { DeleteNativePtr<NativeCall>(native_ptr); }

}  // namespace

NativeMethods NativeCallMethods() {
  static const std::array methods = {
      Method("create", "()J", Create),
      Method("cancel", "(J)V", Cancel),
      Method("progress", "(J)[B", GetProgress),
      Method("destroy", "(J)V", Destroy),
  };
  return {"org/rescale/NativeCall", methods};
}

}  // namespace rescale::jni
