// SPDX-License-Identifier: Apache-2.0
#include "verify/progress.h"

namespace rescale::verify {

void ProgressReporter::AddTotal(uint64_t files, uint64_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  progress_.files_total += files;
  progress_.bytes_total += bytes;
}

void ProgressReporter::FileDone() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++progress_.files_done;
  if (callback_) callback_(progress_);
}

}  // namespace rescale::verify
