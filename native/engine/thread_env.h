// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/env.h>
#include <rocksdb/threadpool.h>

#include <memory>

namespace rescale::engine {

// RocksDB's environment with background threads of its own. Those of rocksdb::Env::Default() serve
// a whole process, and a child of fork() has none of them left while their pool still counts them:
// its jobs would wait for ever.
class ThreadEnv final : public rocksdb::EnvWrapper {
 public:
  ThreadEnv();
  // No database may use it any more.
  ~ThreadEnv() override;

  const char* Name() const override { return "rescale.ThreadEnv"; }
  void Schedule(void (*job)(void*), void* argument, Priority priority, void* tag,
                void (*unschedule)(void*)) override;
  // Takes nothing back: who asks waits for the jobs instead.
  int UnSchedule(void* tag, Priority priority) override;
  unsigned int GetThreadPoolQueueLen(Priority priority) const override;
  int GetBackgroundThreads(Priority priority) override;
  // The number of threads stays.
  void SetBackgroundThreads(int number, Priority priority) override;
  void IncBackgroundThreadsIfNeeded(int number, Priority priority) override;

 private:
  std::unique_ptr<rocksdb::ThreadPool> pool_;
};

}  // namespace rescale::engine
