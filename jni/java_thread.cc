// SPDX-License-Identifier: Apache-2.0
#include "java_thread.h"

namespace rescale::jni {
namespace {

constexpr jint kJniVersion = JNI_VERSION_1_8;

// Leaves the JVM when its thread ends.
struct Attachment {
  JavaVM* vm = nullptr;
  ~Attachment() {
    if (vm != nullptr) vm->DetachCurrentThread();
  }
};

}  // namespace

JNIEnv* AttachedEnv(JavaVM* vm) {
  void* env = nullptr;
  if (vm->GetEnv(&env, kJniVersion) == JNI_OK) return static_cast<JNIEnv*>(env);
  static thread_local Attachment attachment;
  char name[] = "rescale-worker";
  JavaVMAttachArgs arguments = {kJniVersion, name, nullptr};
  if (vm->AttachCurrentThreadAsDaemon(&env, &arguments) != JNI_OK) return nullptr;
  attachment.vm = vm;
  return static_cast<JNIEnv*>(env);
}

}  // namespace rescale::jni
