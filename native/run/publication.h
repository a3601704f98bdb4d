// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ingest/staging_directory.h"
#include "rescale/file_system.h"
#include "rescale/types.h"
#include "run/write_target.h"

namespace rescale::run {

// Where the targets of one run are built, and how they come to be seen: all at the end.
//
// When all targets of a job are written into an `out` that does not exist, `out` itself is staged
// and one rename publishes every target. Else each target is staged beside its place, and after the
// last is ready they are renamed one after the other. Nothing that opens as a database exists
// before Publish(). Not thread-safe.
class Publication {
 public:
  // For targets out/<index>. `whole`: they are all that `out` is to hold.
  static Result<Publication> Create(FileSystem& fs, const std::string& out, bool whole);
  // For one target that is `out` itself.
  static Result<Publication> CreateSingle(FileSystem& fs, const std::string& out);

  // An empty directory to build the target `name` in ("" for the single one), with the permission
  // bits it is to have. AlreadyExists when the target is there; Busy when another run builds it.
  Result<std::string> AddTarget(const std::string& name, uint32_t mode);
  // Says which MANIFEST the target added last is to start from.
  void SetManifest(FileNumber manifest);

  // Writes every CURRENT, then makes the targets appear under their names, durably.
  Status Publish();

 private:
  struct Target {
    std::string directory;  // where it is built
    FileNumber manifest;
    std::unique_ptr<ingest::StagingDirectory> staging;  // null when it is part of a staged `out`
  };

  Publication(FileSystem& fs, std::string out, OutputDirectory parents)
      : fs_(&fs), out_(std::move(out)), parents_(std::move(parents)) {}

  FileSystem* fs_;
  std::string out_;
  OutputDirectory parents_;  // destroyed after the staging directories in them
  std::unique_ptr<ingest::StagingDirectory> whole_;  // null: targets are staged one by one
  std::vector<Target> targets_;
};

}  // namespace rescale::run
