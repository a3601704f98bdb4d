// SPDX-License-Identifier: Apache-2.0
#include "clip/block_counter.h"

#include <optional>
#include <utility>

#include "base/cancel.h"
#include "sst/meta_block_names.h"

namespace rescale::clip {
namespace {

Status CountBlocks(const BlockRun& run, EntryCounter* counter) {
  for (const sst::BlockHandle& block : run.blocks()) {
    const StoredBlock stored = run.Stored(block);
    RESCALE_RETURN_IF_ERROR(counter->CountBlock(block, stored.payload, stored.compression_type));
  }
  return Status::Ok();
}

}  // namespace

Result<std::unique_ptr<BlockCounter>> BlockCounter::Create(const sst::TableReader& table,
                                                           const BlockList& blocks,
                                                           const CancelToken* cancel) {
  std::unique_ptr<BlockCounter> counter(new BlockCounter(table, blocks, cancel));
  if (const std::optional<sst::BlockHandle> dictionary =
          table.FindMetaBlock(sst::meta_block::kDictionary)) {
    RESCALE_ASSIGN_OR_RETURN(sst::RawBlock block, table.ReadRawBlock(*dictionary));
    counter->dictionary_ = std::make_unique<sst::CompressionDictionary>(std::move(block.payload));
  }
  return counter;
}

std::unique_ptr<BlockCounter::Worker> BlockCounter::TakeWorker() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Worker> worker = std::move(idle_.back());
      idle_.pop_back();
      return worker;
    }
  }
  return std::unique_ptr<Worker>(
      new Worker{BlockRun(table_), EntryCounter(table_, dictionary_.get())});
}

void BlockCounter::GiveBack(std::unique_ptr<Worker> worker) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(worker));
}

Status BlockCounter::CountRun(size_t index) {
  RESCALE_RETURN_IF_ERROR(CheckCancelled(cancel_));
  std::unique_ptr<Worker> worker = TakeWorker();
  BlockRun& run = worker->run;
  run.Clear();
  blocks_.Fill(index, &run);
  RESCALE_RETURN_IF_ERROR(run.Read());
  RESCALE_RETURN_IF_ERROR(CountBlocks(run, &worker->counter));
  GiveBack(std::move(worker));
  return Status::Ok();
}

Status BlockCounter::Count(const BlockRun& run) {
  std::unique_ptr<Worker> worker = TakeWorker();
  RESCALE_RETURN_IF_ERROR(CountBlocks(run, &worker->counter));
  GiveBack(std::move(worker));
  return Status::Ok();
}

EntryCounts BlockCounter::counts() const {
  EntryCounts sum;
  for (const auto& worker : idle_) sum += worker->counter.counts();
  return sum;
}

uint64_t BlockCounter::blocks_counted() const {
  uint64_t sum = 0;
  for (const auto& worker : idle_) sum += worker->counter.blocks_counted();
  return sum;
}

}  // namespace rescale::clip
