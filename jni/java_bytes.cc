// SPDX-License-Identifier: Apache-2.0
#include "java_bytes.h"

#include <limits>

#include "exceptions.h"

namespace rescale::jni {

std::string ReadJavaBytes(JNIEnv* env, jbyteArray bytes) {
  if (bytes == nullptr) return "";
  const jsize size = env->GetArrayLength(bytes);
  std::string copy(static_cast<size_t>(size), '\0');
  env->GetByteArrayRegion(bytes, 0, size, reinterpret_cast<jbyte*>(copy.data()));
  return copy;
}

jbyteArray NewJavaBytes(JNIEnv* env, std::string_view bytes) {
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<jsize>::max())) {
    ThrowOutOfMemory(env);
    return nullptr;
  }
  const auto size = static_cast<jsize>(bytes.size());
  const jbyteArray array = env->NewByteArray(size);
  if (array == nullptr) return nullptr;
  env->SetByteArrayRegion(array, 0, size, reinterpret_cast<const jbyte*>(bytes.data()));
  return array;
}

}  // namespace rescale::jni
