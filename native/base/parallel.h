// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "rescale/status.h"

namespace rescale {

// Runs task(0) .. task(count - 1), each once, on up to `threads` threads (0: one a core), in rising
// order of start. After the first failure no further task is started; of several failures the one
// with the lowest index is returned. An exception of a task is thrown again in the caller.
Status ParallelFor(size_t count, unsigned threads, const std::function<Status(size_t)>& task);

// Threads that may be started at this moment, out of a fixed number that several callers share.
// Safe to use from several threads.
class IdleThreads {
 public:
  explicit IdleThreads(unsigned count = 0) : count_(count) {}
  // True when the caller may start one thread; Give() when it has ended.
  bool TryTake();
  void Give() { count_.fetch_add(1, std::memory_order_relaxed); }

 private:
  std::atomic<unsigned> count_;
};

// The same on the caller's thread and as many idle ones as there are. They are looked for before
// each task, so threads that turn idle while this runs help, too.
Status ParallelFor(size_t count, IdleThreads& idle, const std::function<Status(size_t)>& task);

// `threads`, or the number of cores when it is 0.
unsigned ThreadCount(unsigned threads);

}  // namespace rescale
