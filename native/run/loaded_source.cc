// SPDX-License-Identifier: Apache-2.0
#include "run/loaded_source.h"

#include <fmt/format.h>

#include "base/cancel.h"
#include "base/parallel.h"
#include "checkpoint/source_list.h"
#include "fs/fs_util.h"
#include "manifest/live_logs.h"
#include "manifest/manifest_reader.h"

namespace rescale::run {
namespace {

// A MANIFEST that lost its end at a record's edge reads well and is an older state; RocksDB takes
// it so. SSTs with numbers that it has not given out yet tell.
void NoteNewerTables(LoadedSource* source) {
  manifest::Version& version = source->version;
  if (source->files.largest_number < version.next_file_number) return;
  for (const std::string& name : source->files.names) {
    const auto parsed = checkpoint::ParseFileName(name);
    const bool newer = parsed && parsed->kind == checkpoint::FileKind::kTable &&
                       parsed->number >= version.next_file_number;
    if (!newer) continue;
    version.notes.push_back(fmt::format(
        "{} is there, but the MANIFEST has given out only numbers below {}: it may have lost its "
        "end; compare it with where the checkpoint came from",
        name, version.next_file_number.value));
    return;
  }
}

Status ReadMetadata(FileSystem& fs, LoadedSource* source) {
  RESCALE_ASSIGN_OR_RETURN(source->files, checkpoint::FindCheckpointFiles(fs, source->directory));
  RESCALE_RETURN_IF_ERROR(checkpoint::CheckNotLive(fs, source->directory));
  RESCALE_ASSIGN_OR_RETURN(
      source->version,
      manifest::ReadManifest(fs, JoinPath(source->directory, source->files.manifest_name)));
  RESCALE_RETURN_IF_ERROR(manifest::CheckTrackedLogs(source->files, source->version));
  NoteNewerTables(source);
  source->files.names = {};
  source->live_log_bytes = manifest::LiveLogBytes(source->files, source->version);
  source->options.reset();
  if (!source->files.options_name.empty()) {
    RESCALE_ASSIGN_OR_RETURN(
        source->options,
        checkpoint::OptionsFile::Read(fs, JoinPath(source->directory, source->files.options_name)));
    RESCALE_RETURN_IF_ERROR(
        manifest::CheckLogsAreHere(fs, source->files, source->version, *source->options));
  }
  return Status::Ok();
}

}  // namespace

Result<std::vector<LoadedSource>> LoadSources(FileSystem& fs,
                                              const std::vector<StateHandle>& handles,
                                              unsigned threads) {
  if (handles.empty()) return Status::InvalidArgument("no source was given");
  RESCALE_RETURN_IF_ERROR(checkpoint::CheckDistinct(fs, handles));
  std::vector<LoadedSource> sources(handles.size());
  RESCALE_RETURN_IF_ERROR(ParallelFor(handles.size(), threads, [&](size_t i) {
    sources[i].handle = handles[i];
    sources[i].directory = handles[i].directory;
    return ReadMetadata(fs, &sources[i]).Within(fmt::format("source {}", handles[i].directory));
  }));
  return sources;
}

std::vector<plan::Source> PlannerSources(const std::vector<LoadedSource>& sources) {
  std::vector<plan::Source> views;
  for (const LoadedSource& source : sources) {
    // What is still in a WAL may lie anywhere: the SSTs alone do not contradict a range.
    const bool judged = source.handle.owned_is_assumed && source.live_log_bytes == 0;
    views.push_back({source.handle.directory, source.handle.owned, &source.version,
                     source.options ? &*source.options : nullptr, judged});
  }
  return views;
}

Status FlushedCopies::FlushOne(LoadedSource* source, Engine* engine, const CancelToken* cancel) {
  if (engine == nullptr) {
    return Status::NotSupported(fmt::format(
        "source {} has {} bytes in its write-ahead log that are in no SST, and this build has no "
        "RocksDB to flush them; take a checkpoint that flushes (log_size_for_flush = 0), or use a "
        "build with RocksDB",
        source->handle.directory, source->live_log_bytes));
  }
  if (directory_ == nullptr) {
    RESCALE_ASSIGN_OR_RETURN(directory_, ingest::StagingDirectory::Create(fs_, name_, 0700));
  }
  const std::string copy = JoinPath(directory_->path(), fmt::format("{}", made_++));
  RESCALE_RETURN_IF_ERROR(engine->FlushCopy(source->directory, copy, cancel));
  source->directory = copy;
  RESCALE_RETURN_IF_ERROR(ReadMetadata(fs_, source));
  if (source->live_log_bytes == 0) return Status::Ok();
  return Status::Internal("the flushed copy still has a live write-ahead log").At(copy);
}

Status FlushedCopies::Flush(std::vector<LoadedSource>* sources, const WriteOptions& options,
                            const KeyGroupRange* wanted, ingest::ProgressMeter* progress) {
  for (LoadedSource& source : *sources) {
    if (source.live_log_bytes == 0) continue;
    if (wanted != nullptr && Intersect(source.handle.owned, *wanted).empty()) continue;
    RESCALE_RETURN_IF_ERROR(CheckCancelled(options.cancel));
    progress->SetPhase("flush");
    RESCALE_RETURN_IF_ERROR(FlushOne(&source, options.engine, options.cancel)
                                .Within(fmt::format("flush {}", source.handle.directory)));
  }
  return Status::Ok();
}

}  // namespace rescale::run
