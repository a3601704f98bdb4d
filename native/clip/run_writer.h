// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/parallel.h"
#include "clip/block_run.h"
#include "sst/table_writer.h"

namespace rescale::clip {

// A run of blocks that was read, and where in the target each of them goes.
struct PlacedRun {
  explicit PlacedRun(const sst::TableReader& table) : run(table) {}
  void Clear() {
    run.Clear();
    target_offsets.clear();
  }

  BlockRun run;
  std::vector<uint64_t> target_offsets;  // of its blocks
};

// Writes runs in the order given, in as few pieces as possible: from the second one on by a thread
// of its own as soon as there is an idle one, so that the next run is read meanwhile. Used by one
// thread, which keeps off the target between Write() and Finish().
class RunWriter {
 public:
  // `idle` may be null: then the caller's thread writes.
  RunWriter(const sst::TableReader& table, sst::TableWriter* target, IdleThreads* idle);
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;
  ~RunWriter();  // waits for what is being written

  // Takes the run, and leaves an empty one in its place. Waits while too many are unwritten. An
  // error may be that of an earlier run.
  Status Write(std::unique_ptr<PlacedRun>* run);
  // Waits until all is written, and lets the thread go.
  Status Finish();

 private:
  bool StartThread();
  void EndThread();
  void Work();
  Status Enqueue(std::unique_ptr<PlacedRun>* run);
  std::unique_ptr<PlacedRun> TakeFree();
  Status TakeResult();

  const sst::TableReader& table_;
  sst::TableWriter* target_;
  IdleThreads* idle_;
  bool has_written_ = false;
  std::thread thread_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<PlacedRun>> queue_;  // guarded by mutex_, as all below
  std::vector<std::unique_ptr<PlacedRun>> free_;  // written, to be used again
  bool stop_ = false;
  Status status_;  // of the first that failed; none is written after it
  std::exception_ptr exception_;
};

}  // namespace rescale::clip
