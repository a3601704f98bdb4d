// SPDX-License-Identifier: Apache-2.0
#include "manifest/live_logs.h"

#include <fmt/format.h>

#include <algorithm>

#include "fs/fs_util.h"

namespace rescale::manifest {
namespace {

// Live bytes of the logs in another directory. A name that is no log, or no file, counts nothing.
Result<uint64_t> LiveBytesIn(FileSystem& fs, const std::string& directory, FileNumber least) {
  RESCALE_ASSIGN_OR_RETURN(const std::vector<std::string> names, fs.List(directory));
  uint64_t bytes = 0;
  for (const std::string& name : names) {
    const auto parsed = checkpoint::ParseFileName(name);
    if (!parsed || parsed->kind != checkpoint::FileKind::kLog || parsed->number < least) continue;
    const auto info = fs.Stat(JoinPath(directory, name));
    if (info.ok() && !info->is_directory) bytes += info->size_bytes;
  }
  return bytes;
}

Status LogsElsewhere(const std::string& directory, const std::string& wal_directory,
                     const std::string& found) {
  return Status::NotSupported(
             fmt::format("its OPTIONS keep the write-ahead log in {} (wal_dir), {}; take a "
                         "checkpoint of the database, or close it and copy the *.log files of "
                         "that directory into this one",
                         wal_directory, found))
      .At(directory);
}

}  // namespace

FileNumber LeastLiveLog(const Version& version) {
  FileNumber least{~uint64_t{0}};
  for (const ColumnFamily& family : version.column_families) {
    least = std::min(least, family.log_number);
  }
  return std::max(least, version.min_log_number_to_keep);
}

uint64_t LiveLogBytes(const checkpoint::CheckpointFiles& files, const Version& version) {
  const FileNumber least = LeastLiveLog(version);
  uint64_t bytes = 0;
  for (const checkpoint::LogFile& log : files.logs) {
    if (log.number >= least) bytes += log.size_bytes;
  }
  return bytes;
}

Status CheckTrackedLogs(const checkpoint::CheckpointFiles& files, const Version& version) {
  const FileNumber least = LeastLiveLog(version);
  for (const Wal& wal : version.wals) {
    if (wal.number < least || wal.synced_size_bytes.value_or(0) == 0) continue;
    const auto log = std::find_if(files.logs.begin(), files.logs.end(),
                                  [&](const auto& file) { return file.number == wal.number; });
    const uint64_t found = log == files.logs.end() ? 0 : log->size_bytes;
    if (found >= *wal.synced_size_bytes) continue;
    return Status::Corruption(
               fmt::format("the write-ahead log has {} bytes, its MANIFEST says {} were synced",
                           found, *wal.synced_size_bytes))
        .At(JoinPath(files.directory, checkpoint::LogFileName(wal.number)));
  }
  return Status::Ok();
}

Status CheckLogsAreHere(FileSystem& fs, const checkpoint::CheckpointFiles& files,
                        const Version& version, const checkpoint::OptionsFile& options) {
  const std::string wal_directory = options.DbOption("wal_dir");
  if (wal_directory.empty() || !files.has_lock) return Status::Ok();
  const FileNumber least = LeastLiveLog(version);
  const bool has_own = std::any_of(files.logs.begin(), files.logs.end(),
                                   [&](const auto& log) { return log.number >= least; });
  if (has_own) return Status::Ok();
  const auto there = fs.Canonical(wal_directory);
  if (there.status().code() == StatusCode::kNotFound) {
    return LogsElsewhere(files.directory, wal_directory, "which is not there");
  }
  if (!there.ok()) return there.status();
  RESCALE_ASSIGN_OR_RETURN(const std::string here, fs.Canonical(files.directory));
  if (*there == here) return Status::Ok();
  RESCALE_ASSIGN_OR_RETURN(const bool is_database, FileExists(fs, JoinPath(*there, "CURRENT")));
  if (is_database) return Status::Ok();
  RESCALE_ASSIGN_OR_RETURN(const uint64_t bytes, LiveBytesIn(fs, *there, least));
  if (bytes == 0) return Status::Ok();
  return LogsElsewhere(files.directory, wal_directory,
                       fmt::format("where {} bytes may be in no SST", bytes));
}

}  // namespace rescale::manifest
