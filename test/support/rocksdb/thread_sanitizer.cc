// SPDX-License-Identifier: Apache-2.0
// The system's librocksdb and libzstd are not instrumented: ThreadSanitizer does not see the
// atomics by which RocksDB hands decompression contexts from one of its threads to another, and
// would take what they order for races. Our own threads are watched all the same.
#if defined(__SANITIZE_THREAD__)
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:librocksdb.so\nrace:librocksdb.so\ncalled_from_lib:libzstd.so\n"
         "race:libzstd.so\n";
}

// Tests make their state with RocksDB's threads in the process that the engine forks. The child
// needs none of them (see engine/thread_env.h) and starts its own.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "die_after_fork=0"; }
#endif
