// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rescale/file_system.h"

namespace rescale::ingest {

// The directory beside a target in which the target is built, and the one rename that publishes it.
//
// For target /out/3 it is /out/.rescale-staging-3: on the same file system, so that the rename is
// atomic, and with a name that follows from the target, so that a run after a kill finds the
// leftovers and removes them. A name that would be too long has a hash of the target's in its
// place. Whoever builds holds the directory's lock; a second run to the same
// target is refused. Not thread-safe.
class StagingDirectory {
 public:
  // Makes an empty staging directory for `target`, whose parent must exist. AlreadyExists when
  // something is at `target`; Busy when another run stages it now.
  static Result<std::unique_ptr<StagingDirectory>> Create(FileSystem& fs, const std::string& target,
                                                          uint32_t mode = 0755);

  // Removes the directory and what is in it, unless it was published.
  ~StagingDirectory();
  StagingDirectory(const StagingDirectory&) = delete;
  StagingDirectory& operator=(const StagingDirectory&) = delete;

  const std::string& path() const { return path_; }

  // Syncs the directory, renames it to the target and syncs the parent. When this fails before the
  // rename the target is absent; when only the last sync fails the target is there whole, and the
  // error says so.
  Status Publish();

 private:
  StagingDirectory(FileSystem& fs, std::string target, std::string path)
      : fs_(fs), target_(std::move(target)), path_(std::move(path)) {}

  // Takes over what a killed run left: locks it and empties it. NotFound when it went away
  // meanwhile.
  Status TakeOver();

  FileSystem& fs_;
  const std::string target_;
  const std::string path_;
  std::unique_ptr<DirectoryLock> lock_;
  bool published_ = false;
};

}  // namespace rescale::ingest
