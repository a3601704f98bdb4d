// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <optional>

#include "base/parallel.h"
#include "checkpoint/checkpoint_files.h"
#include "fs/fs_util.h"
#include "ingest/file_tasks.h"

namespace rescale::ingest {
namespace {

using plan::Action;
using plan::PlannedFile;

// One whole file to bring into the target.
struct LinkTask {
  std::string from;
  std::string to;
  bool shifted_seqnos = false;           // its sequence bounds change in the MANIFEST
  const PlannedFile* planned = nullptr;  // null for a blob file
  std::string_view column_family;
};

bool HasBlobFile(const manifest::Version& version, const std::string& family, FileNumber number) {
  const manifest::ColumnFamily* found = version.FindColumnFamily(family);
  return found != nullptr &&
         std::any_of(found->blob_files.begin(), found->blob_files.end(),
                     [&](const manifest::BlobFile& blob) { return blob.number == number; });
}

std::vector<LinkTask> LinkTasks(const FileTaskContext& context, const manifest::Version& version) {
  std::vector<LinkTask> tasks;
  const auto add = [&](uint32_t source, const std::string& from,
                       const std::string& to) -> LinkTask& {
    tasks.push_back({JoinPath(context.source_directories[source], from),
                     JoinPath(context.staging_directory, to),
                     false,
                     nullptr,
                     {}});
    return tasks.back();
  };
  for (const plan::PlannedColumnFamily& family : context.plan->column_families) {
    for (const PlannedFile& planned : family.files) {
      if (planned.action != Action::kLink) continue;
      LinkTask& task = add(planned.source, checkpoint::TableFileName(planned.file->number),
                           checkpoint::TableFileName(planned.target_number));
      task.shifted_seqnos = ShiftsSeqnos(family, planned);
      task.planned = &planned;
      task.column_family = family.name;
    }
    for (const auto& [source, blob] : family.blob_files) {
      if (!HasBlobFile(version, family.name, blob->number)) continue;
      const std::string name = checkpoint::BlobFileName(blob->number);
      add(source, name, name);
    }
  }
  return tasks;
}

// The MANIFEST says the size of an SST, not of a blob file.
Result<FileInfo> StatSource(FileSystem& fs, const LinkTask& task) {
  std::optional<uint64_t> manifest_bytes;
  if (task.planned != nullptr) manifest_bytes = task.planned->file->size_bytes;
  return checkpoint::StatNamedFile(fs, task.from, manifest_bytes);
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
  std::mutex mutex;  // guards report
  return ParallelFor(
             tasks.size(), context.threads,
             [&](size_t i) -> Status {
               const LinkTask& task = tasks[i];
               if (context.cancel != nullptr && context.cancel->cancelled()) {
                 return Status::Cancelled("stopped on request");
               }
               RESCALE_ASSIGN_OR_RETURN(const FileInfo info, StatSource(fs, task));
               if (task.shifted_seqnos) {
                 RESCALE_RETURN_IF_ERROR(CheckSeqnosMayShift(fs, task.from));
               }
               RESCALE_ASSIGN_OR_RETURN(
                   const Transfer transfer,
                   TransferFile(fs, task.from, task.to, info.mode, context.copy));
               const bool linked = transfer.method == TransferMethod::kHardLink;
               context.progress->FileDone(linked ? info.size_bytes : 0,
                                          linked ? 0 : info.size_bytes, 0);
               const std::lock_guard lock(mutex);
               Count(transfer, info.size_bytes, report);
               if (task.planned != nullptr) {
                 report->files.push_back({task.planned->source, task.planned->file->number,
                                          task.planned->target_number,
                                          std::string(task.column_family), info.size_bytes, true});
               }
               return Status::Ok();
             })
      .Within("link");
}

}  // namespace rescale::ingest
