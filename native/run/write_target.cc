// SPDX-License-Identifier: Apache-2.0
#include "run/write_target.h"

#include <fmt/format.h>

#include <utility>

#include "base/cancel.h"
#include "base/parallel.h"
#include "base/random.h"
#include "base/stopwatch.h"
#include "fs/fs_util.h"
#include "ingest/stage_database.h"
#include "verify/verify_db.h"

namespace rescale::run {
namespace {

void CountSkipped(const plan::Plan& plan, TargetReport* report) {
  report->files_skipped = plan.totals.files_skipped;
  report->bytes_skipped = plan.totals.bytes_skipped;
  report->warnings.insert(report->warnings.end(), plan.warnings.begin(), plan.warnings.end());
}

ingest::FileTaskContext ContextFor(FileSystem& fs, const plan::Plan& plan,
                                   const std::vector<LoadedSource>& sources,
                                   const std::string& staging, const WriteOptions& options,
                                   ingest::ProgressMeter* progress) {
  ingest::FileTaskContext context;
  context.fs = &fs;
  context.plan = &plan;
  for (const LoadedSource& source : sources) context.source_directories.push_back(source.directory);
  context.staging_directory = staging;
  context.session_id = RandomSessionId();
  context.copy = options.copy;
  context.threads = ThreadCount(options.threads);
  context.cancel = options.cancel;
  context.progress = progress;
  return context;
}

// "taken from old/0/000012.sst" for a staged SST; empty for any other file. A fault that is found
// in a whole file is the source's own.
std::string OriginOf(const plan::Plan& plan, const std::vector<LoadedSource>& sources,
                     const std::string& staging, std::string_view path) {
  for (const plan::PlannedColumnFamily& family : plan.column_families) {
    for (const plan::PlannedFile& file : family.files) {
      if (file.action == plan::Action::kSkip) continue;
      if (JoinPath(staging, checkpoint::TableFileName(file.target_number)) != path) continue;
      return fmt::format(
          "{} from {}", file.action == plan::Action::kLink ? "taken" : "cut",
          JoinPath(sources[file.source].directory, checkpoint::TableFileName(file.file->number)));
    }
  }
  return "";
}

// Our own checker is the judge, before anything is published: some RocksDB versions open a wrong
// MANIFEST without a word and delete its files.
Status VerifyStaged(FileSystem& fs, const plan::Plan& plan,
                    const std::vector<LoadedSource>& sources, const std::string& staging,
                    const std::string& manifest_name, const WriteOptions& options) {
  VerifyOptions verify;
  verify.directory = staging;
  if (plan.max_parallelism != 0) {
    RESCALE_ASSIGN_OR_RETURN(verify.max_parallelism, MaxParallelism::Create(plan.max_parallelism));
    verify.range = plan.target;
  }
  verify.deep = options.deep_verify;
  verify.threads = ThreadCount(options.threads);
  verify.cancel = options.cancel;
  verify.file_system = &fs;
  const Status status = verify::VerifyDatabase(verify, manifest_name).status();
  if (status.ok() || status.code() == StatusCode::kCancelled) return status;
  const std::string origin = OriginOf(plan, sources, staging, status.path());
  return Status(status).Within(origin.empty() ? "what was written does not verify"
                                              : fmt::format("what was {} does not verify", origin));
}

bool IsWithin(std::string_view path, std::string_view directory) {
  return path == directory || (path.size() > directory.size() && path.starts_with(directory) &&
                               (directory.ends_with('/') || path[directory.size()] == '/'));
}

// The canonical form of the nearest ancestor that exists, with the rest appended.
Result<std::string> CanonicalOfMissing(FileSystem& fs, const std::string& path) {
  std::string existing = path;
  std::string rest;
  while (true) {
    const auto canonical = fs.Canonical(existing);
    if (canonical.ok()) return rest.empty() ? *canonical : JoinPath(*canonical, rest);
    if (canonical.status().code() != StatusCode::kNotFound) return canonical.status();
    if (BaseName(existing) == "..") {
      return Status::InvalidArgument(
                 "'..' after a directory that does not exist; name the output directly")
          .At(path);
    }
    const std::string parent = ParentDirectory(existing);
    if (parent == existing) return canonical.status();
    rest = rest.empty() ? BaseName(existing) : JoinPath(BaseName(existing), rest);
    existing = parent;
  }
}

}  // namespace

Result<uint32_t> TargetMode(FileSystem& fs, const plan::Plan& plan,
                            const std::vector<LoadedSource>& sources) {
  RESCALE_ASSIGN_OR_RETURN(const FileInfo main,
                           fs.Stat(sources[plan.main_source].handle.directory));
  return main.mode | 0700;
}

Result<FileNumber> StageTarget(FileSystem& fs, const plan::Plan& plan,
                               const std::vector<LoadedSource>& sources, const std::string& staging,
                               const WriteOptions& options, ingest::ProgressMeter* progress,
                               TargetReport* report) {
  Stopwatch watch;
  report->groups = plan.target;
  for (const plan::PlannedColumnFamily& family : plan.column_families) {
    report->column_families.push_back(family.name);
  }
  CountSkipped(plan, report);
  progress->AddTotal(plan.totals.files_linked + plan.totals.files_trimmed,
                     plan.totals.bytes_linked + plan.totals.bytes_trimmed);
  progress->SetPhase("write");
  const ingest::FileTaskContext context = ContextFor(fs, plan, sources, staging, options, progress);
  std::vector<const checkpoint::OptionsFile*> option_files;
  for (const LoadedSource& source : sources) {
    option_files.push_back(source.options ? &*source.options : nullptr);
  }
  RESCALE_ASSIGN_OR_RETURN(const ingest::StagedDatabase staged,
                           ingest::StageDatabase(context, option_files, report));
  watch.LapMs();
  progress->SetPhase("verify");
  RESCALE_RETURN_IF_ERROR(VerifyStaged(fs, plan, sources, staging, staged.manifest_name, options));
  report->verify_ms = watch.LapMs();
  report->total_ms += watch.TotalMs();
  RESCALE_RETURN_IF_ERROR(CheckCancelled(options.cancel));
  return staged.manifest_number;
}

Result<OutputDirectory> OutputDirectory::Create(FileSystem& fs, const std::string& directory) {
  OutputDirectory output(fs);
  std::vector<std::string> missing;
  for (std::string path = directory; !fs.Stat(path).ok();) {
    missing.push_back(path);
    const std::string parent = ParentDirectory(path);
    if (parent == path) break;
    path = parent;
  }
  while (!missing.empty()) {
    const Status status = fs.CreateDirectory(missing.back());
    if (status.ok()) {
      output.made_.push_back(missing.back());
    } else if (status.code() != StatusCode::kAlreadyExists) {  // another run may have made it
      return status;
    }
    missing.pop_back();
  }
  for (const std::string& path : output.made_) {
    RESCALE_RETURN_IF_ERROR(fs.SyncDirectory(ParentDirectory(path)));
  }
  RESCALE_ASSIGN_OR_RETURN(const FileInfo info, fs.Stat(directory));
  if (!info.is_directory) return Status::InvalidArgument("not a directory").At(directory);
  return output;
}

OutputDirectory::OutputDirectory(OutputDirectory&& other) noexcept
    : fs_(other.fs_), made_(std::exchange(other.made_, {})) {}

OutputDirectory::~OutputDirectory() {
  for (; !made_.empty(); made_.pop_back()) {
    if (!fs_->RemoveDirectory(made_.back()).ok()) return;  // not empty: a target is in it
  }
}

Status CheckOutside(FileSystem& fs, const std::string& out,
                    const std::vector<StateHandle>& sources) {
  RESCALE_ASSIGN_OR_RETURN(const std::string canonical, CanonicalOfMissing(fs, out));
  for (const StateHandle& source : sources) {
    RESCALE_ASSIGN_OR_RETURN(const std::string inside, fs.Canonical(source.directory));
    if (!IsWithin(canonical, inside)) continue;
    return Status::InvalidArgument(fmt::format(
        "the output {} lies in the source {}, which must not change; choose another --out", out,
        source.directory));
  }
  return Status::Ok();
}

}  // namespace rescale::run
