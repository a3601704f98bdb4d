// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <jni.h>

#include <string>
#include <string_view>

namespace rescale::jni {

// Copies between Java's byte arrays and ours. Nothing is pinned, so a long call never holds up the
// garbage collector.
std::string ReadJavaBytes(JNIEnv* env, jbyteArray bytes);
// Null with a Java exception pending when there is no memory, or more than 2 GiB are asked for.
jbyteArray NewJavaBytes(JNIEnv* env, std::string_view bytes);

}  // namespace rescale::jni
