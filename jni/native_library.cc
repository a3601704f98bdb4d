// SPDX-License-Identifier: Apache-2.0
#include <new>
#include <stdexcept>

#include "guard.h"
#include "natives.h"

namespace rescale::jni {
namespace {

jbyteArray JNICALL Version(JNIEnv* env, jclass) {
  return GuardBytes(env, []() -> Result<std::string> { return std::string(RESCALE_VERSION); });
}

// Throws inside the guard: whether unwinding works depends on how the library was linked and on the
// glibc that it meets, so a test asks the library as it is shipped.
void JNICALL ThrowInside(JNIEnv* env, jclass, jint kind) {
  Guard<bool>(env, [&]() -> Result<bool> {
    if (kind == 0) throw std::bad_alloc();
    if (kind == 1) throw std::runtime_error("thrown on request");
    throw kind;
  });
}

}  // namespace

NativeMethods NativeLibraryMethods() {
  static const std::array methods = {
      Method("nativeVersion", "()[B", Version),
      Method("throwInside", "(I)V", ThrowInside),
  };
  return {"org/rescale/NativeLibrary", methods};
}

}  // namespace rescale::jni
