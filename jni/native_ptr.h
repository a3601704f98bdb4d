// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <jni.h>

#include <cstdint>
#include <memory>

#include "rescale/status.h"

namespace rescale::jni {

// A native object as Java holds it: a long that the Java side frees exactly once, and never while a
// call is using it (NativeReference.java counts). 0 is no object.
template <typename T>
jlong ToNativePtr(std::unique_ptr<T> object) {
  return static_cast<jlong>(reinterpret_cast<std::intptr_t>(object.release()));
}

template <typename T>
Result<T*> FromNativePtr(jlong native_ptr) {
  if (native_ptr == 0) return Status::Internal("a native object was used after it was freed");
  return reinterpret_cast<T*>(static_cast<std::intptr_t>(native_ptr));
}

template <typename T>
void DeleteNativePtr(jlong native_ptr) {
  delete reinterpret_cast<T*>(static_cast<std::intptr_t>(native_ptr));
}

}  // namespace rescale::jni
