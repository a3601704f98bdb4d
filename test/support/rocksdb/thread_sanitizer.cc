// SPDX-License-Identifier: Apache-2.0
#include "support/rocksdb/thread_sanitizer.h"

#if defined(__SANITIZE_THREAD__)
#include <rocksdb/env.h>

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <thread>
#endif

namespace rescale::test {

#if defined(__SANITIZE_THREAD__)
void EndIdleRocksDbThreads() {
  constexpr auto kOthers = 2;  // the caller and the sanitizer's own
  using rocksdb::Env;
  for (const auto priority : {Env::BOTTOM, Env::LOW, Env::HIGH}) {
    Env::Default()->SetBackgroundThreads(0, priority);  // the next database wants some again
  }
  for (int i = 0; i < 10'000; ++i) {
    const std::filesystem::directory_iterator threads("/proc/self/task");
    if (std::distance(begin(threads), end(threads)) <= kOthers) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  throw std::runtime_error("RocksDB's threads do not end");
}
#else
void EndIdleRocksDbThreads() {}
#endif

}  // namespace rescale::test
