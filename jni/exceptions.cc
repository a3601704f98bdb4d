// SPDX-License-Identifier: Apache-2.0
#include "exceptions.h"

#include <string>

#include "java_bytes.h"

namespace rescale::jni {
namespace {

jclass native_errors = nullptr;        // org.rescale.NativeErrors
jmethodID create = nullptr;            // Throwable create(int, byte[], byte[], long)
jclass out_of_memory_error = nullptr;  // java.lang.OutOfMemoryError

// StatusCode.java counts on these numbers.
static_assert(static_cast<int>(StatusCode::kInvalidArgument) == 1 &&
              static_cast<int>(StatusCode::kIoError) == 2 &&
              static_cast<int>(StatusCode::kNotFound) == 3 &&
              static_cast<int>(StatusCode::kInternal) == 4 &&
              static_cast<int>(StatusCode::kCorruption) == 5 &&
              static_cast<int>(StatusCode::kNotSupported) == 6 &&
              static_cast<int>(StatusCode::kBusy) == 7 &&
              static_cast<int>(StatusCode::kAlreadyExists) == 8 &&
              static_cast<int>(StatusCode::kCancelled) == 9);

jclass FindGlobal(JNIEnv* env, const char* name) {
  jclass local = env->FindClass(name);
  if (local == nullptr) return nullptr;
  auto* global = static_cast<jclass>(env->NewGlobalRef(local));
  env->DeleteLocalRef(local);
  return global;
}

}  // namespace

bool CacheExceptions(JNIEnv* env) {
  out_of_memory_error = FindGlobal(env, "java/lang/OutOfMemoryError");
  if (out_of_memory_error == nullptr) return false;
  native_errors = FindGlobal(env, "org/rescale/NativeErrors");
  if (native_errors == nullptr) return false;
  create = env->GetStaticMethodID(native_errors, "create", "(I[B[BJ)Ljava/lang/Throwable;");
  return create != nullptr;
}

void ReleaseExceptions(JNIEnv* env) {
  if (native_errors != nullptr) env->DeleteGlobalRef(native_errors);
  if (out_of_memory_error != nullptr) env->DeleteGlobalRef(out_of_memory_error);
  native_errors = out_of_memory_error = nullptr;
}

void Throw(JNIEnv* env, const Status& status) {
  if (env->ExceptionCheck() == JNI_TRUE) return;
  const jbyteArray message = NewJavaBytes(env, status.ToString());
  if (message == nullptr) return;
  const jbyteArray path = NewJavaBytes(env, status.path());
  if (path == nullptr) return;
  const auto offset = status.offset_bytes();
  auto* throwable = static_cast<jthrowable>(
      env->CallStaticObjectMethod(native_errors, create, static_cast<jint>(status.code()), message,
                                  path, offset ? static_cast<jlong>(*offset) : jlong{-1}));
  if (env->ExceptionCheck() == JNI_TRUE || throwable == nullptr) return;
  env->Throw(throwable);
}

void ThrowOutOfMemory(JNIEnv* env) {
  if (env->ExceptionCheck() == JNI_TRUE) return;
  env->ThrowNew(out_of_memory_error, "rescale: the native library ran out of memory");
}

}  // namespace rescale::jni
