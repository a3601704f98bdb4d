// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/parallel.h"
#include "checkpoint/checkpoint_files.h"
#include "fs/fs_util.h"
#include "ingest/file_tasks.h"
#include "sst/table_reader.h"

namespace rescale::ingest {
namespace {

using plan::Action;
using plan::PlannedFile;

std::vector<TrimmedFile> TrimTasks(const plan::Plan& plan) {
  std::vector<TrimmedFile> tasks;
  for (size_t f = 0; f < plan.column_families.size(); ++f) {
    const std::vector<PlannedFile>& files = plan.column_families[f].files;
    for (size_t i = 0; i < files.size(); ++i) {
      if (files[i].action == Action::kTrim) tasks.push_back({f, i, {}});
    }
  }
  return tasks;
}

const PlannedFile& Planned(const plan::Plan& plan, const TrimmedFile& task) {
  return plan.column_families[task.column_family].files[task.file];
}

// Task indexes, the largest source file first: the last ones to end are then small.
std::vector<size_t> LargestFirst(const plan::Plan& plan, const std::vector<TrimmedFile>& tasks) {
  std::vector<size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return Planned(plan, tasks[a]).file->size_bytes > Planned(plan, tasks[b]).file->size_bytes;
  });
  return order;
}

clip::ClipTableRequest RequestFor(const FileTaskContext& context, const PlannedFile& planned,
                                  uint32_t mode, IdleThreads* idle) {
  const manifest::FileMetaData& file = *planned.file;
  clip::ClipTableRequest request;
  request.source_path =
      JoinPath(context.source_directories[planned.source], checkpoint::TableFileName(file.number));
  request.target_path =
      JoinPath(context.staging_directory, checkpoint::TableFileName(planned.target_number));
  request.target_mode = mode;
  request.range = context.plan->ranges[planned.source].keys;
  request.smallest = file.smallest();
  request.largest = file.largest();
  request.smallest_seqno = file.smallest_seqno;
  request.largest_seqno = file.largest_seqno;
  request.target_number = planned.target_number;
  request.session_id = context.session_id;
  request.cancel = context.cancel;
  request.idle_threads = idle;
  return request;
}

// Opens what was written as a reader would and checks every block that is not data: each of them is
// new. Data blocks were checked when they were copied; a deep verification reads them, too.
Status ReadBack(const FileTaskContext& context, const PlannedFile& planned,
                const clip::ClipTableResult& result) {
  if (result.empty) return Status::Ok();
  const std::string path =
      JoinPath(context.staging_directory, checkpoint::TableFileName(planned.target_number));
  RESCALE_ASSIGN_OR_RETURN(const auto table, sst::TableReader::Open(*context.fs, path));
  return table->VerifyMetaBlocks();
}

Status TrimOne(const FileTaskContext& context, IdleThreads* idle, TrimmedFile* task) {
  const PlannedFile& planned = Planned(*context.plan, *task);
  const std::string path = JoinPath(context.source_directories[planned.source],
                                    checkpoint::TableFileName(planned.file->number));
  RESCALE_ASSIGN_OR_RETURN(const FileInfo info,
                           checkpoint::StatNamedFile(*context.fs, path, planned.file->size_bytes));
  if (ShiftsSeqnos(context.plan->column_families[task->column_family], planned)) {
    RESCALE_RETURN_IF_ERROR(CheckSeqnosMayShift(*context.fs, path));
  }
  RESCALE_ASSIGN_OR_RETURN(
      task->result, clip::ClipTable(*context.fs, RequestFor(context, planned, info.mode, idle)));
  RESCALE_RETURN_IF_ERROR(ReadBack(context, planned, task->result));
  context.progress->FileDone(0, 0, info.size_bytes);
  return Status::Ok();
}

void Count(const plan::Plan& plan, const TrimmedFile& task, TargetReport* report) {
  const PlannedFile& planned = Planned(plan, task);
  report->bytes_trim_read += planned.file->size_bytes;
  if (task.result.empty) {
    ++report->files_dropped_empty;
    return;
  }
  ++report->files_trimmed;
  report->bytes_trim_written += task.result.file_size_bytes;
  report->files.push_back({planned.source, planned.file->number, planned.target_number,
                           plan.column_families[task.column_family].name,
                           task.result.file_size_bytes, false});
}

}  // namespace

Result<std::vector<TrimmedFile>> TrimFiles(const FileTaskContext& context, TargetReport* report) {
  std::vector<TrimmedFile> tasks = TrimTasks(*context.plan);
  const std::vector<size_t> order = LargestFirst(*context.plan, tasks);
  // Threads without a file of their own, at first or near the end, help with those in work.
  const size_t threads = ThreadCount(context.threads);
  const size_t with_file = std::min(threads, order.size());
  IdleThreads idle(static_cast<unsigned>(threads - with_file));
  std::atomic<size_t> files_done{0};
  const auto trim = [&](size_t i) {
    Status status = TrimOne(context, &idle, &tasks[order[i]]);
    const bool is_none_waiting = ++files_done + with_file > order.size();
    if (is_none_waiting) idle.Give();
    return status;
  };
  RESCALE_RETURN_IF_ERROR(
      ParallelFor(order.size(), static_cast<unsigned>(with_file), trim).Within("trim"));
  for (const TrimmedFile& task : tasks) Count(*context.plan, task, report);
  return tasks;
}

}  // namespace rescale::ingest
