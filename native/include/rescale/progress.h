// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace rescale {

// What a run has done so far, over all its targets. Only grows, but for the totals, which are set
// at the start of each target.
struct Progress {
  uint64_t files_total = 0;
  uint64_t files_done = 0;
  uint64_t bytes_total = 0;   // bytes of the SSTs to link and to trim
  uint64_t bytes_linked = 0;  // hard-linked
  uint64_t bytes_copied =
      0;  // copied or reflinked whole, because a link was not possible or wanted
  uint64_t bytes_rewritten = 0;  // source bytes of trimmed SSTs
  std::string phase;             // "plan", "flush", "write", "verify", "publish"
};

// Called from any worker thread, one call at a time, at most every few milliseconds and once at the
// end. Must not throw and must not call back into the library.
using ProgressCallback = std::function<void(const Progress&)>;

// Set from any thread (or a signal handler) to stop a run; the run returns Cancelled soon after and
// leaves no partial output. Outlives the run.
class CancelToken {
 public:
  void Cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> cancelled_{false};
};

}  // namespace rescale
