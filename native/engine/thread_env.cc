// SPDX-License-Identifier: Apache-2.0
#include "engine/thread_env.h"

namespace rescale::engine {
namespace {

// A flush at a time, and what it may have others do meanwhile.
constexpr int kThreads = 2;

}  // namespace

ThreadEnv::ThreadEnv()
    : EnvWrapper(rocksdb::Env::Default()), pool_(rocksdb::NewThreadPool(kThreads)) {}

ThreadEnv::~ThreadEnv() { pool_->JoinAllThreads(); }

void ThreadEnv::Schedule(void (*job)(void*), void* argument, Priority /*priority*/, void* /*tag*/,
                         void (* /*unschedule*/)(void*)) {
  pool_->SubmitJob([job, argument] { job(argument); });
}

int ThreadEnv::UnSchedule(void* /*tag*/, Priority /*priority*/) { return 0; }

unsigned int ThreadEnv::GetThreadPoolQueueLen(Priority /*priority*/) const {
  return pool_->GetQueueLen();
}

int ThreadEnv::GetBackgroundThreads(Priority /*priority*/) { return kThreads; }

void ThreadEnv::SetBackgroundThreads(int /*number*/, Priority /*priority*/) {}

void ThreadEnv::IncBackgroundThreadsIfNeeded(int /*number*/, Priority /*priority*/) {}

}  // namespace rescale::engine
