// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "rescale/progress.h"

namespace rescale::jni {

// One running operation as Java sees it from another thread: may be cancelled, and asked how far it
// is. The worker threads only leave their progress here, and do not enter the JVM for it.
// Thread-safe.
class NativeCall {
 public:
  void Cancel() noexcept { cancel_.Cancel(); }
  const CancelToken* cancel_token() const { return &cancel_; }

  ProgressCallback Recorder() {
    return [this](const Progress& progress) {
      const std::lock_guard<std::mutex> lock(mutex_);
      progress_ = progress;
    };
  }
  Progress progress() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return progress_;
  }

 private:
  CancelToken cancel_;
  mutable std::mutex mutex_;
  Progress progress_;
};

}  // namespace rescale::jni
