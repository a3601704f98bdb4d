// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace rescale {
namespace {

// What the threads of one ParallelFor share.
class Shared {
 public:
  Shared(size_t count, const std::function<Status(size_t)>& task) : count_(count), task_(task) {}

  void Work() {
    while (!stop_.load(std::memory_order_relaxed)) {
      const size_t i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= count_) return;
      try {
        if (Status status = task_(i); !status.ok()) Fail(i, std::move(status), nullptr);
      } catch (...) {
        Fail(i, Status(), std::current_exception());
      }
    }
  }

  Status Finish() {
    if (exception_) std::rethrow_exception(exception_);
    return std::move(status_);
  }

 private:
  void Fail(size_t index, Status status, std::exception_ptr exception) {
    const std::lock_guard lock(mutex_);
    stop_.store(true, std::memory_order_relaxed);
    if (index >= failed_index_) return;
    failed_index_ = index;
    status_ = std::move(status);
    exception_ = std::move(exception);
  }

  const size_t count_;
  const std::function<Status(size_t)>& task_;
  std::atomic<size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  size_t failed_index_ = ~size_t{0};  // guarded by mutex_, as the next two
  Status status_;
  std::exception_ptr exception_;
};

}  // namespace

unsigned ThreadCount(unsigned threads) {
  return threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
}

Status ParallelFor(size_t count, unsigned threads, const std::function<Status(size_t)>& task) {
  Shared shared(count, task);
  const size_t workers = std::min<size_t>(ThreadCount(threads), count);
  {
    std::vector<std::jthread> others;
    for (size_t i = 1; i < workers; ++i) others.emplace_back([&shared] { shared.Work(); });
    shared.Work();
  }
  return shared.Finish();
}

}  // namespace rescale
