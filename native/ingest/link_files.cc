// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <optional>

#include "base/cancel.h"
#include "base/parallel.h"
#include "checkpoint/checkpoint_files.h"
#include "fs/fs_util.h"
#include "ingest/file_tasks.h"

namespace rescale::ingest {
namespace {

using plan::Action;
using plan::PlannedFile;

// One whole file to bring into the target. There may be a million, so that names are made when they
// are needed.
struct LinkTask {
  uint32_t source = 0;
  FileNumber blob_file;                  // under the same number in source and target
  const PlannedFile* planned = nullptr;  // null for a blob file
  const plan::PlannedColumnFamily* family = nullptr;
};

bool HasBlobFile(const manifest::Version& version, const std::string& family, FileNumber number) {
  const manifest::ColumnFamily* found = version.FindColumnFamily(family);
  return found != nullptr &&
         std::any_of(found->blob_files.begin(), found->blob_files.end(),
                     [&](const manifest::BlobFile& blob) { return blob.number == number; });
}

std::vector<LinkTask> LinkTasks(const FileTaskContext& context, const manifest::Version& version) {
  std::vector<LinkTask> tasks;
  for (const plan::PlannedColumnFamily& family : context.plan->column_families) {
    for (const PlannedFile& planned : family.files) {
      if (planned.action != Action::kLink) continue;
      tasks.push_back({planned.source, {}, &planned, &family});
    }
    for (const auto& [source, blob] : family.blob_files) {
      if (!HasBlobFile(version, family.name, blob->number)) continue;
      tasks.push_back({source, blob->number, nullptr, &family});
    }
  }
  return tasks;
}

// Where a file comes from and what it becomes.
struct LinkPaths {
  std::string from;
  std::string to;
};

LinkPaths PathsOf(const FileTaskContext& context, const LinkTask& task) {
  const std::string& source = context.source_directories[task.source];
  if (task.planned == nullptr) {
    const std::string name = checkpoint::BlobFileName(task.blob_file);
    return {JoinPath(source, name), JoinPath(context.staging_directory, name)};
  }
  return {
      JoinPath(source, checkpoint::TableFileName(task.planned->file->number)),
      JoinPath(context.staging_directory, checkpoint::TableFileName(task.planned->target_number))};
}

// What must hold of a source's file before it is taken over. The MANIFEST says the size of an SST,
// not of a blob file.
Result<FileInfo> CheckSource(FileSystem& fs, const LinkTask& task, const std::string& path) {
  if (task.planned == nullptr) return checkpoint::StatNamedFile(fs, path, std::nullopt);
  RESCALE_ASSIGN_OR_RETURN(const FileInfo info,
                           checkpoint::StatNamedFile(fs, path, task.planned->file->size_bytes));
  if (ShiftsSeqnos(*task.family, *task.planned)) {
    RESCALE_RETURN_IF_ERROR(CheckSeqnosMayShift(fs, path));
  }
  return info;
}

void Count(const Transfer& transfer, uint64_t bytes, TargetReport* report) {
  switch (transfer.method) {
    case TransferMethod::kHardLink:
      ++report->files_linked;
      report->bytes_linked += bytes;
      break;
    case TransferMethod::kReflink:
      ++report->files_reflinked;
      report->bytes_copied += bytes;
      break;
    case TransferMethod::kCopy:
      ++report->files_copied;
      report->bytes_copied += bytes;
      break;
  }
  switch (transfer.link_failure) {
    case LinkFailure::kNone:
      break;
    case LinkFailure::kCrossDevice:
      ++report->links_cross_device;
      break;
    case LinkFailure::kNotPermitted:
      ++report->links_not_permitted;
      break;
    case LinkFailure::kTooManyLinks:
      ++report->links_too_many;
      break;
    case LinkFailure::kNotSupported:
      ++report->links_not_supported;
      break;
  }
}

}  // namespace

Status LinkFiles(const FileTaskContext& context, const manifest::Version& version,
                 TargetReport* report) {
  FileSystem& fs = *context.fs;
  const std::vector<LinkTask> tasks = LinkTasks(context, version);
  report->files.reserve(report->files.size() + tasks.size());
  std::mutex mutex;  // guards report
  const auto link = [&](size_t i) -> Status {
    const LinkTask& task = tasks[i];
    RESCALE_RETURN_IF_ERROR(CheckCancelled(context.cancel));
    const LinkPaths paths = PathsOf(context, task);
    RESCALE_ASSIGN_OR_RETURN(const FileInfo info, CheckSource(fs, task, paths.from));
    RESCALE_ASSIGN_OR_RETURN(const Transfer transfer,
                             TransferFile(fs, paths.from, paths.to, info.mode, context.copy));
    const bool linked = transfer.method == TransferMethod::kHardLink;
    context.progress->FileDone(linked ? info.size_bytes : 0, linked ? 0 : info.size_bytes, 0);
    const std::lock_guard lock(mutex);
    Count(transfer, info.size_bytes, report);
    if (task.planned != nullptr) {
      report->files.push_back({task.source, task.planned->file->number, task.planned->target_number,
                               task.family->name, info.size_bytes, true});
    }
    return Status::Ok();
  };
  return ParallelFor(tasks.size(), context.threads, link).Within("link");
}

}  // namespace rescale::ingest
