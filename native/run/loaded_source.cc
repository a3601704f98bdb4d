// SPDX-License-Identifier: Apache-2.0
#include "run/loaded_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/parallel.h"
#include "fs/fs_util.h"
#include "manifest/manifest_reader.h"

namespace rescale::run {
namespace {

// A live WAL that the MANIFEST says was synced must be there, and as long (RocksDB
// `db/wal_edit.cc`, WalSet::CheckWals): what is missing of it would be lost without a word.
Status CheckTrackedLogs(const LoadedSource& source) {
  const FileNumber least = source.version.LeastLiveLog();
  for (const manifest::Wal& wal : source.version.wals) {
    if (wal.number < least || wal.synced_size_bytes.value_or(0) == 0) continue;
    const auto log = std::find_if(source.files.logs.begin(), source.files.logs.end(),
                                  [&](const auto& file) { return file.number == wal.number; });
    const uint64_t found = log == source.files.logs.end() ? 0 : log->size_bytes;
    if (found >= *wal.synced_size_bytes) continue;
    return Status::Corruption(
               fmt::format("the write-ahead log has {} bytes, its MANIFEST says {} were synced",
                           found, *wal.synced_size_bytes))
        .At(JoinPath(source.directory, fmt::format("{:06}.log", wal.number.value)));
  }
  return Status::Ok();
}

// A MANIFEST that lost its end at a record's edge reads well and is an older state; RocksDB takes
// it so. SSTs with numbers that it has not given out yet tell.
Status NoteNewerTables(FileSystem& fs, LoadedSource* source) {
  manifest::Version& version = source->version;
  if (source->files.largest_number < version.next_file_number) return Status::Ok();
  RESCALE_ASSIGN_OR_RETURN(const std::vector<std::string> names, fs.List(source->directory));
  for (const std::string& name : names) {
    const auto parsed = checkpoint::ParseFileName(name);
    const bool newer = parsed && parsed->kind == checkpoint::FileKind::kTable &&
                       parsed->number >= version.next_file_number;
    if (!newer) continue;
    version.notes.push_back(fmt::format(
        "{} is there, but the MANIFEST has given out only numbers below {}: it may have lost its "
        "end; compare it with where the checkpoint came from",
        name, version.next_file_number.value));
    return Status::Ok();
  }
  return Status::Ok();
}

Status ReadMetadata(FileSystem& fs, LoadedSource* source) {
  RESCALE_ASSIGN_OR_RETURN(source->files, checkpoint::FindCheckpointFiles(fs, source->directory));
  RESCALE_RETURN_IF_ERROR(checkpoint::CheckNotLive(fs, source->directory));
  RESCALE_ASSIGN_OR_RETURN(
      source->version,
      manifest::ReadManifest(fs, JoinPath(source->directory, source->files.manifest_name)));
  RESCALE_RETURN_IF_ERROR(CheckTrackedLogs(*source));
  RESCALE_RETURN_IF_ERROR(NoteNewerTables(fs, source));
  source->live_log_bytes = LiveLogBytes(source->files, source->version);
  source->options.reset();
  if (!source->files.options_name.empty()) {
    RESCALE_ASSIGN_OR_RETURN(
        source->options,
        checkpoint::OptionsFile::Read(fs, JoinPath(source->directory, source->files.options_name)));
  }
  return Status::Ok();
}

Status CheckDistinct(FileSystem& fs, const std::vector<StateHandle>& handles) {
  std::map<std::string, std::string> seen;
  for (const StateHandle& handle : handles) {
    RESCALE_ASSIGN_OR_RETURN(const std::string canonical, fs.Canonical(handle.directory));
    const auto [first, fresh] = seen.emplace(canonical, handle.directory);
    if (fresh) continue;
    return Status::InvalidArgument(fmt::format(
        "source {} is the same directory as source {}; give each old subtask's checkpoint once",
        handle.directory, first->second));
  }
  return Status::Ok();
}

}  // namespace

uint64_t LiveLogBytes(const checkpoint::CheckpointFiles& files, const manifest::Version& version) {
  const FileNumber least = version.LeastLiveLog();
  uint64_t bytes = 0;
  for (const checkpoint::LogFile& log : files.logs) {
    if (log.number >= least) bytes += log.size_bytes;
  }
  return bytes;
}

Result<std::vector<LoadedSource>> LoadSources(FileSystem& fs,
                                              const std::vector<StateHandle>& handles,
                                              unsigned threads) {
  if (handles.empty()) return Status::InvalidArgument("no source was given");
  RESCALE_RETURN_IF_ERROR(CheckDistinct(fs, handles));
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
    views.push_back({source.handle.directory, source.handle.owned, &source.version,
                     source.options ? &*source.options : nullptr});
  }
  return views;
}

Status FlushedCopies::FlushOne(LoadedSource* source, Engine* engine) {
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
  RESCALE_RETURN_IF_ERROR(engine->FlushCopy(source->directory, copy));
  source->directory = copy;
  RESCALE_RETURN_IF_ERROR(ReadMetadata(fs_, source));
  if (source->live_log_bytes == 0) return Status::Ok();
  return Status::Internal("the flushed copy still has a live write-ahead log").At(copy);
}

Status FlushedCopies::Flush(std::vector<LoadedSource>* sources, Engine* engine,
                            const KeyGroupRange* wanted) {
  for (LoadedSource& source : *sources) {
    if (source.live_log_bytes == 0) continue;
    if (wanted != nullptr && Intersect(source.handle.owned, *wanted).empty()) continue;
    RESCALE_RETURN_IF_ERROR(
        FlushOne(&source, engine).Within(fmt::format("flush {}", source.handle.directory)));
  }
  return Status::Ok();
}

}  // namespace rescale::run
