// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <jni.h>

#include <exception>
#include <new>
#include <utility>

#include "exceptions.h"
#include "java_bytes.h"
#include "rescale/status.h"

namespace rescale::jni {

// Every entry from Java that can fail runs its body in here. `body` returns Result<T>, T what Java
// gets; a status becomes a Java exception, and no C++ exception passes.
template <typename T, typename Body>
T Guard(JNIEnv* env, Body&& body) noexcept {
  try {
    Result<T> result = std::forward<Body>(body)();
    if (result.ok()) return std::move(result).value();
    Throw(env, result.status());
  } catch (const std::bad_alloc&) {
    ThrowOutOfMemory(env);
  } catch (const std::exception& e) {
    Throw(env, Status::Internal(e.what()));
  } catch (...) {
    Throw(env, Status::Internal("an exception of an unknown kind"));
  }
  return T{};
}

// A Guard whose body returns Result<std::string>; null with an exception pending.
template <typename Body>
jbyteArray GuardBytes(JNIEnv* env, Body&& body) noexcept {
  return Guard<jbyteArray>(env, [&]() -> Result<jbyteArray> {
    RESCALE_ASSIGN_OR_RETURN(const std::string bytes, body());
    return NewJavaBytes(env, bytes);
  });
}

}  // namespace rescale::jni
