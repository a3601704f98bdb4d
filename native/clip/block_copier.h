// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "clip/block_counter.h"
#include "clip/run_writer.h"
#include "rescale/progress.h"
#include "sst/table_writer.h"

namespace rescale::clip {

// Takes data blocks over into a new table as they are: read in runs, verified, their stored
// checksums re-based where they depend on the place, written in as few pieces as possible. No block
// is decompressed, unless they are counted. Used by one thread, beside which an idle one writes.
class BlockCopier {
 public:
  struct Options {
    // The source leaves gaps between blocks (block_align): keep each block where it was within a
    // page.
    bool keep_page_offset = false;
    BlockCounter* counter = nullptr;  // counts what is copied; null: nobody does
    const CancelToken* cancel = nullptr;
    IdleThreads* idle_threads = nullptr;  // one may write while the next run is read
  };
  BlockCopier(const sst::TableReader& source, sst::TableWriter* target, const Options& options);

  // Takes the next block, in file order, and says where it will stand. The target may not be used
  // before Flush().
  Result<sst::BlockHandle> Add(const sst::BlockHandle& block);
  Status Flush();
  // What else was written since the last Flush() moves the blocks that follow.
  void Resume() { next_offset_ = target_->offset_bytes(); }

  uint64_t blocks_copied() const { return blocks_copied_; }
  uint64_t bytes_copied() const { return bytes_copied_; }

 private:
  Status WriteRun();
  void RebaseRun();

  const sst::TableReader& source_;
  sst::TableWriter* target_;
  Options options_;
  std::unique_ptr<PlacedRun> placed_;  // what is gathered and not written
  RunWriter writer_;
  uint64_t next_offset_;  // in the target
  uint64_t blocks_copied_ = 0;
  uint64_t bytes_copied_ = 0;
};

// The page size to which `block_align` aligns at most (RocksDB 11.9
// `table/block_based/block_based_table_builder.cc`, alignment).
inline constexpr uint64_t kPageBytes = 4096;

}  // namespace rescale::clip
