// SPDX-License-Identifier: Apache-2.0
#include "guard.h"
#include "natives.h"

namespace rescale::jni {
namespace {

jbyteArray JNICALL Version(JNIEnv* env, jclass) {
  return GuardBytes(env, []() -> Result<std::string> { return std::string(RESCALE_VERSION); });
}

}  // namespace

NativeMethods NativeLibraryMethods() {
  static const std::array methods = {Method("nativeVersion", "()[B", Version)};
  return {"org/rescale/NativeLibrary", methods};
}

}  // namespace rescale::jni
