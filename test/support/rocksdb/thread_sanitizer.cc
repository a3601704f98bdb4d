// SPDX-License-Identifier: Apache-2.0
#include "support/rocksdb/thread_sanitizer.h"

#if defined(__SANITIZE_THREAD__)
#include <rocksdb/env.h>

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <thread>

// The system's librocksdb and libzstd are not instrumented: ThreadSanitizer does not see the
// atomics by which RocksDB hands decompression contexts from one of its threads to another, and
// would take what they order for races. Our own threads are watched all the same. (Not
// called_from_lib: that loses some of RocksDB's locks and tells of their unlocking.) The
// sanitizer's library finds the function only where it is exported.
extern "C" __attribute__((visibility("default"))) const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:librocksdb.so\nrace:libzstd.so\n";
}
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
