// SPDX-License-Identifier: Apache-2.0
#include "clip/run_writer.h"

#include <span>
#include <string_view>
#include <utility>

namespace rescale::clip {
namespace {

// Enough that the thread seldom sleeps: waking it up takes as long as half a run.
constexpr size_t kMaxQueued = 6;

Status WriteRun(PlacedRun* placed, sst::TableWriter* target) {
  const std::span<const sst::BlockHandle> blocks = placed->run.blocks();
  const std::vector<uint64_t>& offsets = placed->target_offsets;
  for (size_t begin = 0; begin < blocks.size();) {
    // The longest piece without a gap on either side.
    uint64_t size = blocks[begin].size_bytes + sst::kBlockTrailerBytes;
    size_t end = begin + 1;
    while (end < blocks.size() && blocks[end].offset_bytes == blocks[begin].offset_bytes + size &&
           offsets[end] == offsets[begin] + size) {
      size += blocks[end].size_bytes + sst::kBlockTrailerBytes;
      ++end;
    }
    RESCALE_RETURN_IF_ERROR(target->PadTo(offsets[begin]));
    RESCALE_RETURN_IF_ERROR(
        target->AppendBytes(std::string_view(placed->run.BytesOf(blocks[begin]), size)));
    begin = end;
  }
  return Status::Ok();
}

}  // namespace

RunWriter::RunWriter(const sst::TableReader& table, sst::TableWriter* target, IdleThreads* idle)
    : table_(table), target_(target), idle_(idle) {}

RunWriter::~RunWriter() { EndThread(); }

Status RunWriter::Write(std::unique_ptr<PlacedRun>* run) {
  // One run alone is not worth a thread.
  const bool threaded = thread_.joinable() || (has_written_ && StartThread());
  has_written_ = true;
  if (threaded) return Enqueue(run);
  RESCALE_RETURN_IF_ERROR(WriteRun(run->get(), target_));
  (*run)->Clear();
  return Status::Ok();
}

Status RunWriter::Enqueue(std::unique_ptr<PlacedRun>* run) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return queue_.size() < kMaxQueued; });
  RESCALE_RETURN_IF_ERROR(TakeResult());
  std::unique_ptr<PlacedRun> next = TakeFree();
  queue_.push_back(std::move(*run));
  *run = std::move(next);
  lock.unlock();
  changed_.notify_all();
  return Status::Ok();
}

std::unique_ptr<PlacedRun> RunWriter::TakeFree() {
  if (free_.empty()) return std::make_unique<PlacedRun>(table_);
  std::unique_ptr<PlacedRun> run = std::move(free_.back());
  free_.pop_back();
  run->Clear();
  return run;
}

Status RunWriter::Finish() {
  EndThread();
  return TakeResult();
}

Status RunWriter::TakeResult() {
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
  return status_;
}

bool RunWriter::StartThread() {
  if (idle_ == nullptr || !idle_->TryTake()) return false;
  try {
    thread_ = std::thread([this] { Work(); });
  } catch (const std::exception&) {  // no thread to be had
    idle_->Give();
    return false;
  }
  return true;
}

// What it was given before is written first.
void RunWriter::EndThread() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
  stop_ = false;
  idle_->Give();
}

void RunWriter::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return !queue_.empty() || stop_; });
    if (queue_.empty()) return;
    if (status_.ok() && !exception_) {
      PlacedRun* const run = queue_.front().get();
      lock.unlock();
      Status status;
      std::exception_ptr exception;
      try {
        status = WriteRun(run, target_);
      } catch (...) {
        exception = std::current_exception();
      }
      lock.lock();
      status_ = std::move(status);
      exception_ = exception;
    }
    free_.push_back(std::move(queue_.front()));
    queue_.pop_front();
    changed_.notify_all();
  }
}

}  // namespace rescale::clip
