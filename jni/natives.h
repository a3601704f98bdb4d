// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <jni.h>

#include <array>
#include <span>

namespace rescale::jni {

// The native methods of one Java class, for RegisterNatives. Each class has a .cc of its name.
struct NativeMethods {
  const char* class_name;
  std::span<const JNINativeMethod> methods;
};

NativeMethods NativeCallMethods();
NativeMethods NativeLibraryMethods();
NativeMethods NativeOperationsMethods();
NativeMethods NativePlanMethods();

// JNINativeMethod wants pointers to char that it does not write to.
template <typename Function>
JNINativeMethod Method(const char* name, const char* signature, Function* function) {
  return {const_cast<char*>(name), const_cast<char*>(signature),  // NOLINT
          reinterpret_cast<void*>(function)};
}

}  // namespace rescale::jni
