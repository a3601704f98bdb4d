// SPDX-License-Identifier: Apache-2.0
#include "java_remote_files.h"

#include <array>
#include <utility>

#include "java_bytes.h"
#include "java_thread.h"

namespace rescale::jni {
namespace {

// Frees the local references of a thread that may stay in native code for long.
class LocalFrame {
 public:
  explicit LocalFrame(JNIEnv* env) : env_(env), pushed_(env->PushLocalFrame(kReferences) == 0) {}
  ~LocalFrame() {
    if (pushed_) env_->PopLocalFrame(nullptr);
  }
  LocalFrame(const LocalFrame&) = delete;
  LocalFrame& operator=(const LocalFrame&) = delete;

  // False with an exception pending: there is no memory for it.
  bool pushed() const { return pushed_; }

 private:
  static constexpr jint kReferences = 8;
  JNIEnv* env_;
  bool pushed_;
};

Status NoJvm(const std::string& path) {
  return Status::IoError("the JVM takes no more threads, or has no memory left").At(path);
}

}  // namespace

// One of them, opened.
class JavaRemoteFile final : public RandomAccessFile {
 public:
  JavaRemoteFile(JavaRemoteFiles* files, std::string path, jlong id, uint64_t size_bytes)
      : files_(files), path_(std::move(path)), id_(id), size_bytes_(size_bytes) {}
  ~JavaRemoteFile() override { files_->Close(id_); }

  Status ReadExactly(uint64_t offset_bytes, size_t size_bytes, char* buffer) const override {
    return files_->Read(id_, path_, offset_bytes, size_bytes, buffer);
  }
  uint64_t size_bytes() const override { return size_bytes_; }
  const std::string& path() const override { return path_; }
  bool is_remote() const override { return true; }

 private:
  JavaRemoteFiles* files_;
  std::string path_;
  jlong id_;
  uint64_t size_bytes_;
};

JavaRemoteFiles::JavaRemoteFiles(JNIEnv* env, jobject reads) {
  env->GetJavaVM(&vm_);
  reads_ = env->NewGlobalRef(reads);
  const jclass type = env->GetObjectClass(reads);
  open_ = env->GetMethodID(type, "open", "([B[J)[B");
  read_ = env->GetMethodID(type, "read", "(JJLjava/nio/ByteBuffer;)[B");
  close_ = env->GetMethodID(type, "close", "(J)V");
  env->DeleteLocalRef(type);
}

JavaRemoteFiles::~JavaRemoteFiles() {
  if (JNIEnv* env = AttachedEnv(vm_)) env->DeleteGlobalRef(reads_);
}

Status JavaRemoteFiles::ToStatus(JNIEnv* env, jbyteArray message, const std::string& path) {
  if (env->ExceptionCheck()) {  // Java catches all; there may be no memory even for that
    env->ExceptionClear();
    return Status::IoError("Java failed to read it").At(path);
  }
  if (message == nullptr) return Status::Ok();
  return Status::IoError(ReadJavaBytes(env, message)).At(path);
}

Result<std::unique_ptr<RandomAccessFile>> JavaRemoteFiles::Open(const std::string& path) {
  JNIEnv* env = AttachedEnv(vm_);
  if (env == nullptr || reads_ == nullptr) return NoJvm(path);
  const LocalFrame frame(env);
  if (!frame.pushed()) return ToStatus(env, nullptr, path);
  std::array<jlong, 2> id_and_size = {-1, 0};
  const jbyteArray name = NewJavaBytes(env, path);
  const jlongArray answer = env->NewLongArray(id_and_size.size());
  if (name == nullptr || answer == nullptr) return ToStatus(env, nullptr, path);
  const auto message = static_cast<jbyteArray>(env->CallObjectMethod(reads_, open_, name, answer));
  RESCALE_RETURN_IF_ERROR(ToStatus(env, message, path));
  env->GetLongArrayRegion(answer, 0, id_and_size.size(), id_and_size.data());
  if (id_and_size[0] < 0) return std::unique_ptr<RandomAccessFile>();
  return std::unique_ptr<RandomAccessFile>(std::make_unique<JavaRemoteFile>(
      this, path, id_and_size[0], static_cast<uint64_t>(id_and_size[1])));
}

Status JavaRemoteFiles::Read(jlong id, const std::string& path, uint64_t offset_bytes,
                             size_t size_bytes, char* buffer) {
  JNIEnv* env = AttachedEnv(vm_);
  if (env == nullptr || reads_ == nullptr) return NoJvm(path);
  const LocalFrame frame(env);
  if (!frame.pushed()) return ToStatus(env, nullptr, path);
  const jobject target = env->NewDirectByteBuffer(buffer, static_cast<jlong>(size_bytes));
  if (target == nullptr) return ToStatus(env, nullptr, path);
  const auto message = static_cast<jbyteArray>(
      env->CallObjectMethod(reads_, read_, id, static_cast<jlong>(offset_bytes), target));
  return ToStatus(env, message, path);
}

void JavaRemoteFiles::Close(jlong id) {
  JNIEnv* env = AttachedEnv(vm_);
  if (env == nullptr || reads_ == nullptr) return;
  env->CallVoidMethod(reads_, close_, id);
  if (env->ExceptionCheck()) env->ExceptionClear();
}

}  // namespace rescale::jni
