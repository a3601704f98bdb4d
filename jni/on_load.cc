// SPDX-License-Identifier: Apache-2.0
// The only functions that the library exports. All others are registered here, so that a class that
// does not fit the library is found at once, when it is loaded.
#include <jni.h>

#include "exceptions.h"
#include "natives.h"

namespace rescale::jni {
namespace {

constexpr jint kJniVersion = JNI_VERSION_1_8;

JNIEnv* EnvOf(JavaVM* vm) {
  void* env = nullptr;
  return vm->GetEnv(&env, kJniVersion) == JNI_OK ? static_cast<JNIEnv*>(env) : nullptr;
}

bool Register(JNIEnv* env, const NativeMethods& natives) {
  jclass java_class = env->FindClass(natives.class_name);
  if (java_class == nullptr) return false;
  const jint code = env->RegisterNatives(java_class, natives.methods.data(),
                                         static_cast<jint>(natives.methods.size()));
  env->DeleteLocalRef(java_class);
  return code == JNI_OK;
}

bool RegisterAll(JNIEnv* env) {
  for (const NativeMethods& natives : {NativeLibraryMethods(), NativeCallMethods(),
                                       NativeOperationsMethods(), NativePlanMethods()}) {
    if (!Register(env, natives)) return false;
  }
  return true;
}

}  // namespace
}  // namespace rescale::jni

extern "C" {

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void*) {
  using namespace rescale::jni;  // NOLINT: the two entries are all there is
  JNIEnv* env = EnvOf(vm);
  if (env == nullptr) return JNI_ERR;
  if (!CacheExceptions(env) || !RegisterAll(env)) return JNI_ERR;
  return kJniVersion;
}

JNIEXPORT void JNICALL JNI_OnUnload(JavaVM* vm, void*) {
  using namespace rescale::jni;  // NOLINT
  if (JNIEnv* env = EnvOf(vm)) ReleaseExceptions(env);
}

}  // extern "C"
