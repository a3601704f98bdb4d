// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <jni.h>

#include <memory>
#include <string>

#include "rescale/file_system.h"

namespace rescale::jni {

// Files that Java reads: the native side of RemoteReads.java. Worker threads enter the JVM for it.
// Made and destroyed by a thread of Java; outlives the files that it opened.
class JavaRemoteFiles final : public RemoteFiles {
 public:
  // `reads` is a RemoteReads.
  JavaRemoteFiles(JNIEnv* env, jobject reads);
  ~JavaRemoteFiles() override;
  JavaRemoteFiles(const JavaRemoteFiles&) = delete;
  JavaRemoteFiles& operator=(const JavaRemoteFiles&) = delete;

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) override;

 private:
  friend class JavaRemoteFile;

  // IoError with what Java says went wrong; Ok when it says nothing.
  static Status ToStatus(JNIEnv* env, jbyteArray message, const std::string& path);
  Status Read(jlong id, const std::string& path, uint64_t offset_bytes, size_t size_bytes,
              char* buffer);
  void Close(jlong id);

  JavaVM* vm_ = nullptr;
  jobject reads_ = nullptr;  // global
  jmethodID open_ = nullptr;
  jmethodID read_ = nullptr;
  jmethodID close_ = nullptr;
};

}  // namespace rescale::jni
