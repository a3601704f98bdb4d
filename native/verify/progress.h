// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>

#include "rescale/progress.h"

namespace rescale::verify {

// Tells the caller's callback how many files have been read, one call at a time. Safe to use from
// several threads.
class ProgressReporter {
 public:
  explicit ProgressReporter(ProgressCallback callback) : callback_(std::move(callback)) {
    progress_.phase = "verify";
  }

  void AddTotal(uint64_t files, uint64_t bytes);
  void FileDone();

 private:
  std::mutex mutex_;
  const ProgressCallback callback_;
  Progress progress_;  // guarded by mutex_
};

}  // namespace rescale::verify
