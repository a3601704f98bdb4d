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
  Shared(size_t count, IdleThreads& idle, const std::function<Status(size_t)>& task)
      : count_(count), idle_(idle), task_(task) {}

  void Work() {
    while (!stop_.load(std::memory_order_relaxed)) {
      const size_t i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= count_) return;
      if (i + 1 < count_) Recruit();
      try {
        if (Status status = task_(i); !status.ok()) Fail(i, std::move(status), nullptr);
      } catch (...) {
        Fail(i, Status(), std::current_exception());
      }
    }
  }

  // After the caller's own Work().
  Status Finish() {
    while (true) {
      std::vector<std::jthread> others;
      {
        const std::lock_guard lock(mutex_);
        others.swap(others_);  // they may have started more of them
      }
      if (others.empty()) break;
    }
    if (exception_) std::rethrow_exception(exception_);
    return std::move(status_);
  }

 private:
  // Starts one thread more if one is idle.
  void Recruit() {
    if (!idle_.TryTake()) return;
    const std::lock_guard lock(mutex_);
    try {
      others_.emplace_back([this] {
        Work();
        idle_.Give();
      });
    } catch (const std::exception&) {  // no thread to be had: the others do the work
      idle_.Give();
    }
  }

  void Fail(size_t index, Status status, std::exception_ptr exception) {
    const std::lock_guard lock(mutex_);
    stop_.store(true, std::memory_order_relaxed);
    if (index >= failed_index_) return;
    failed_index_ = index;
    status_ = std::move(status);
    exception_ = std::move(exception);
  }

  const size_t count_;
  IdleThreads& idle_;
  const std::function<Status(size_t)>& task_;
  std::atomic<size_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::vector<std::jthread> others_;  // guarded by mutex_, as all below
  size_t failed_index_ = ~size_t{0};
  Status status_;
  std::exception_ptr exception_;
};

}  // namespace

bool IdleThreads::TryTake() {
  unsigned count = count_.load(std::memory_order_relaxed);
  while (count > 0) {
    if (count_.compare_exchange_weak(count, count - 1, std::memory_order_relaxed)) return true;
  }
  return false;
}

unsigned ThreadCount(unsigned threads) {
  return threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
}

Status ParallelFor(size_t count, IdleThreads& idle, const std::function<Status(size_t)>& task) {
  Shared shared(count, idle, task);
  shared.Work();
  return shared.Finish();
}

Status ParallelFor(size_t count, unsigned threads, const std::function<Status(size_t)>& task) {
  IdleThreads others(ThreadCount(threads) - 1);
  return ParallelFor(count, others, task);
}

}  // namespace rescale
