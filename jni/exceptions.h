// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <jni.h>

#include "rescale/status.h"

namespace rescale::jni {

// Looks up what throwing needs, once, while the library is loaded. False with a Java exception
// pending when something is missing.
bool CacheExceptions(JNIEnv* env);
void ReleaseExceptions(JNIEnv* env);

// Makes the Java exception of a status pending (which class, NativeErrors.java decides). An
// exception that is pending already stays.
void Throw(JNIEnv* env, const Status& status);
void ThrowOutOfMemory(JNIEnv* env);

}  // namespace rescale::jni
