// SPDX-License-Identifier: Apache-2.0
#include "ingest/staging_directory.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "fs/fs_util.h"

namespace rescale::ingest {
namespace {

constexpr int kTakeOverAttempts = 10;

// The longest name of a file or directory that file systems of Linux take.
constexpr size_t kMaxNameBytes = 255;

std::string StagingName(const std::string& target) {
  std::string name = fmt::format(".rescale-staging-{}", target);
  if (name.size() <= kMaxNameBytes) return name;
  return fmt::format(".rescale-staging-{:016x}", XXH3_64bits(target.data(), target.size()));
}

Status TargetExists(const std::string& target) {
  return Status::AlreadyExists(
             "the target exists; choose another --out, or remove it if it is no longer wanted")
      .At(target);
}

// Empties a directory of files and directories.
Status RemoveContents(FileSystem& fs, const std::string& directory) {
  RESCALE_ASSIGN_OR_RETURN(const std::vector<std::string> names, fs.List(directory));
  for (const std::string& name : names) {
    const std::string path = JoinPath(directory, name);
    if (fs.RemoveFile(path).ok()) continue;
    RESCALE_RETURN_IF_ERROR(RemoveTree(fs, path));  // a directory
  }
  return Status::Ok();
}

}  // namespace

Result<std::unique_ptr<StagingDirectory>> StagingDirectory::Create(FileSystem& fs,
                                                                   const std::string& target,
                                                                   uint32_t mode) {
  if (fs.Stat(target).ok()) return TargetExists(target);
  const std::string path = JoinPath(ParentDirectory(target), StagingName(BaseName(target)));
  std::unique_ptr<StagingDirectory> staging(new StagingDirectory(fs, target, path));
  for (int attempt = 0; attempt < kTakeOverAttempts; ++attempt) {
    Status status = fs.CreateDirectory(path, mode);
    if (!status.ok() && status.code() != StatusCode::kAlreadyExists) {
      staging->published_ = true;  // nothing of ours to remove
      return std::move(status).Within("stage");
    }
    status = staging->TakeOver();
    if (status.ok()) {
      // Another run may have published between our first look and the lock.
      if (fs.Stat(target).ok()) return TargetExists(target);
      return staging;
    }
    if (status.code() != StatusCode::kNotFound) {
      if (!staging->lock_) staging->published_ = true;  // somebody else's
      return std::move(status).Within("stage");
    }
  }
  staging->published_ = true;
  return Status::Busy("the staging directory keeps changing hands; another run writes this target")
      .At(path);
}

Status StagingDirectory::TakeOver() {
  RESCALE_ASSIGN_OR_RETURN(const std::string parent, fs_.Canonical(ParentDirectory(path_)));
  RESCALE_ASSIGN_OR_RETURN(const std::string real, fs_.Canonical(path_));
  if (real != JoinPath(parent, BaseName(path_))) {
    return Status::InvalidArgument(
               "a symbolic link stands where the target is to be staged; remove it")
        .At(path_);
  }
  RESCALE_ASSIGN_OR_RETURN(const FileInfo before, fs_.Stat(path_));
  auto lock = fs_.LockDirectory(path_);
  if (!lock.ok()) {
    if (lock.status().code() != StatusCode::kBusy) return std::move(lock).status();
    return Status::Busy("another run is writing this target; wait for it, or choose another --out")
        .At(target_);
  }
  // The lock is on the directory that was there when it was opened; by now it may have been
  // published under the target's name, and ours would be another one.
  RESCALE_ASSIGN_OR_RETURN(const FileInfo now, fs_.Stat(path_));
  if (now.inode != before.inode || now.device != before.device) {
    return Status::NotFound("the staging directory was replaced").At(path_);
  }
  lock_ = std::move(lock).value();
  return RemoveContents(fs_, path_);
}

StagingDirectory::~StagingDirectory() {
  if (published_) return;
  // Best effort: what stays is found and removed by the next run to this target.
  (void)RemoveTree(fs_, path_).ok();
}

Status StagingDirectory::Publish() {
  RESCALE_RETURN_IF_ERROR(fs_.SyncDirectory(path_).Within("publish"));
  if (Status status = fs_.RenameNoReplace(path_, target_); !status.ok()) {
    if (status.code() == StatusCode::kAlreadyExists) return TargetExists(target_);
    return std::move(status).Within("publish");
  }
  published_ = true;
  lock_.reset();
  return fs_.SyncDirectory(ParentDirectory(target_))
      .Within(fmt::format("publish: {} is complete, but its name may not survive a power cut",
                          target_));
}

}  // namespace rescale::ingest
