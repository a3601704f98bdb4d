// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "rescale/progress.h"

namespace rescale::ingest {

// Adds up what worker threads have done and tells the caller's callback, one call at a time and at
// most every kInterval. Safe to use from several threads. Without a callback it costs a lock and an
// addition.
class ProgressMeter {
 public:
  static constexpr std::chrono::milliseconds kInterval{50};

  explicit ProgressMeter(ProgressCallback callback) : callback_(std::move(callback)) {}

  // What there is to do grows by a target.
  void AddTotal(uint64_t files, uint64_t bytes);
  // Names the phase and reports at once.
  void SetPhase(std::string_view phase);
  // A whole file was linked, copied, or trimmed; the one kind that is not 0 counts.
  void FileDone(uint64_t bytes_linked, uint64_t bytes_copied, uint64_t bytes_rewritten);
  // Reports the end state.
  void Finish();

 private:
  void Report(bool always);  // with mutex_ held

  std::mutex mutex_;
  const ProgressCallback callback_;
  Progress progress_;                                    // guarded by mutex_
  std::chrono::steady_clock::time_point last_report_{};  // guarded by mutex_
};

}  // namespace rescale::ingest
