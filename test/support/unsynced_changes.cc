// SPDX-License-Identifier: Apache-2.0
#include "support/unsynced_changes.h"

#include <algorithm>
#include <utility>

#include "fs/fs_util.h"

namespace rescale::test {
namespace {

// The path with its directory resolved; the last part need not exist any more.
std::string RealPath(FileSystem& base, const std::string& path) {
  const Result<std::string> parent = base.Canonical(ParentDirectory(path));
  return JoinPath(parent.ok() ? *parent : ParentDirectory(path), BaseName(path));
}

bool IsAtOrBelow(const std::string& path, const std::string& top) {
  return path.starts_with(top) && (path.size() == top.size() || path[top.size()] == '/');
}

// Shortens a file by writing it anew: FileSystem has no truncation, as nothing of ours needs one.
Status CutFile(FileSystem& base, const std::string& path, uint64_t size_bytes) {
  RESCALE_ASSIGN_OR_RETURN(const FileInfo info, base.Stat(path));
  if (info.size_bytes <= size_bytes) return Status::Ok();
  RESCALE_ASSIGN_OR_RETURN(std::string data, ReadWholeFile(base, path, info.size_bytes));
  data.resize(static_cast<size_t>(size_bytes));
  RESCALE_RETURN_IF_ERROR(base.RemoveFile(path));
  return WriteWholeFile(base, path, data, info.mode, false);
}

}  // namespace

void UnsyncedChanges::Created(FileSystem& base, const std::string& path) {
  const std::string real = RealPath(base, path);
  const std::lock_guard lock(mutex_);
  names_.push_back({real, ""});
  files_[real] = {};
}

void UnsyncedChanges::Appended(FileSystem& base, const std::string& path, uint64_t size_bytes) {
  const std::string real = RealPath(base, path);
  const std::lock_guard lock(mutex_);
  if (const auto file = files_.find(real); file != files_.end()) file->second.written += size_bytes;
}

void UnsyncedChanges::Synced(FileSystem& base, const std::string& path) {
  const std::string real = RealPath(base, path);
  const std::lock_guard lock(mutex_);
  if (const auto file = files_.find(real); file != files_.end()) {
    file->second.durable = file->second.written;
  }
}

void UnsyncedChanges::NameAdded(FileSystem& base, const std::string& path) {
  std::string real = RealPath(base, path);
  const std::lock_guard lock(mutex_);
  names_.push_back({std::move(real), ""});
}

void UnsyncedChanges::Renamed(FileSystem& base, const std::string& from, const std::string& to) {
  const std::string real_from = RealPath(base, from);
  const std::string real_to = RealPath(base, to);
  const std::lock_guard lock(mutex_);
  MoveRecords(real_from, real_to);
  names_.push_back({real_to, real_from});
}

void UnsyncedChanges::Removed(FileSystem& base, const std::string& path) {
  const std::string real = RealPath(base, path);
  const std::lock_guard lock(mutex_);
  files_.erase(real);
  std::erase_if(names_, [&](const NameChange& change) { return change.path == real; });
}

void UnsyncedChanges::DirectorySynced(FileSystem& base, const std::string& path) {
  const Result<std::string> real = base.Canonical(path);
  if (!real.ok()) return;
  const std::lock_guard lock(mutex_);
  std::erase_if(names_, [&](const NameChange& c) { return ParentDirectory(c.path) == *real; });
}

void UnsyncedChanges::MoveRecords(const std::string& from, const std::string& to) {
  for (NameChange& change : names_) {
    if (IsAtOrBelow(change.path, from)) change.path = to + change.path.substr(from.size());
    // The old name of a rename is a place: it moves with its directory, not with what is there now.
    if (change.renamed_from.size() > from.size() && IsAtOrBelow(change.renamed_from, from)) {
      change.renamed_from = to + change.renamed_from.substr(from.size());
    }
  }
  std::map<std::string, FileBytes> moved;
  for (auto& [path, bytes] : files_) {
    moved[IsAtOrBelow(path, from) ? to + path.substr(from.size()) : path] = bytes;
  }
  files_ = std::move(moved);
}

Status UnsyncedChanges::Lose(FileSystem& base, PowerLoss loss) {
  const std::lock_guard lock(mutex_);
  if (loss.data) RESCALE_RETURN_IF_ERROR(LoseData(base));
  if (loss.names) RESCALE_RETURN_IF_ERROR(LoseNames(base));
  names_.clear();
  files_.clear();
  return Status::Ok();
}

void UnsyncedChanges::Clear() {
  const std::lock_guard lock(mutex_);
  names_.clear();
  files_.clear();
}

Status UnsyncedChanges::LoseData(FileSystem& base) {
  for (const auto& [path, bytes] : files_) {
    Status cut = CutFile(base, path, bytes.durable);
    if (cut.code() == StatusCode::kNotFound) continue;  // the test itself removed it
    RESCALE_RETURN_IF_ERROR(std::move(cut).Within("losing data"));
  }
  return Status::Ok();
}

Status UnsyncedChanges::LoseNames(FileSystem& base) {
  while (!names_.empty()) {
    const NameChange change = names_.back();
    names_.pop_back();
    if (!change.renamed_from.empty()) {
      RESCALE_RETURN_IF_ERROR(
          base.RenameNoReplace(change.path, change.renamed_from).Within("losing a rename"));
      MoveRecords(change.path, change.renamed_from);
      continue;
    }
    // A lost directory takes along what was synced in it.
    Status removed = base.RemoveFile(change.path);
    if (!removed.ok() && removed.code() != StatusCode::kNotFound) {
      removed = RemoveTree(base, change.path);
      RESCALE_RETURN_IF_ERROR(std::move(removed).Within("losing a name"));
    }
  }
  return Status::Ok();
}

}  // namespace rescale::test
