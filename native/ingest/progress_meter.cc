// SPDX-License-Identifier: Apache-2.0
#include "ingest/progress_meter.h"

namespace rescale::ingest {

void ProgressMeter::AddTotal(uint64_t files, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  progress_.files_total += files;
  progress_.bytes_total += bytes;
  Report(false);
}

void ProgressMeter::SetPhase(std::string_view phase) {
  const std::lock_guard lock(mutex_);
  progress_.phase = phase;
  Report(true);
}

void ProgressMeter::FileDone(uint64_t bytes_linked, uint64_t bytes_copied,
                             uint64_t bytes_rewritten) {
  const std::lock_guard lock(mutex_);
  ++progress_.files_done;
  progress_.bytes_linked += bytes_linked;
  progress_.bytes_copied += bytes_copied;
  progress_.bytes_rewritten += bytes_rewritten;
  Report(false);
}

void ProgressMeter::Finish() {
  const std::lock_guard lock(mutex_);
  Report(true);
}

void ProgressMeter::Report(bool always) {
  if (!callback_) return;
  const auto now = std::chrono::steady_clock::now();
  if (!always && now - last_report_ < kInterval) return;
  last_report_ = now;
  callback_(progress_);
}

}  // namespace rescale::ingest
