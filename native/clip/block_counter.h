// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "clip/block_list.h"
#include "clip/entry_counter.h"
#include "rescale/progress.h"
#include "sst/compression.h"
#include "sst/table_reader.h"

namespace rescale::clip {

// Counts the entries of a list of data blocks, run by run and each run for itself, so that several
// threads can share the work. A thread needs one run's bytes and one decoded block.
class BlockCounter {
 public:
  // Table, list and token must outlive it.
  static Result<std::unique_ptr<BlockCounter>> Create(const sst::TableReader& table,
                                                      const BlockList& blocks,
                                                      const CancelToken* cancel);

  size_t run_count() const { return blocks_.run_count(); }
  // Reads, verifies and counts one run. Safe to call from several threads.
  Status CountRun(size_t index);
  // Counts the blocks of a run that somebody else has read. Safe to call from several threads.
  Status Count(const BlockRun& run);

  // After the last CountRun(): the sums, whoever counted what.
  EntryCounts counts() const;
  uint64_t blocks_counted() const;

 private:
  // What one thread works with; kept for the next run.
  struct Worker {
    BlockRun run;
    EntryCounter counter;
  };

  BlockCounter(const sst::TableReader& table, const BlockList& blocks, const CancelToken* cancel)
      : table_(table), blocks_(blocks), cancel_(cancel) {}
  std::unique_ptr<Worker> TakeWorker();
  void GiveBack(std::unique_ptr<Worker> worker);

  const sst::TableReader& table_;
  const BlockList& blocks_;
  const CancelToken* cancel_;
  std::unique_ptr<sst::CompressionDictionary> dictionary_;  // null: none
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> idle_;  // guarded by mutex_
};

}  // namespace rescale::clip
