// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <jni.h>

namespace rescale::jni {

// The environment of this thread. One that is not Java's becomes a daemon of the JVM, for as long
// as it lives. Null when the JVM takes no more threads.
JNIEnv* AttachedEnv(JavaVM* vm);

}  // namespace rescale::jni
