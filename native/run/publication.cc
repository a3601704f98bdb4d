// SPDX-License-Identifier: Apache-2.0
#include "run/publication.h"

#include <utility>

#include "fs/fs_util.h"
#include "manifest/manifest_writer.h"

namespace rescale::run {

Result<Publication> Publication::Create(FileSystem& fs, const std::string& out, bool whole) {
  RESCALE_ASSIGN_OR_RETURN(const bool exists, FileExists(fs, out));
  whole = whole && !exists;
  RESCALE_ASSIGN_OR_RETURN(OutputDirectory parents,
                           OutputDirectory::Create(fs, whole ? ParentDirectory(out) : out));
  Publication publication(fs, out, std::move(parents));
  if (whole) {
    RESCALE_ASSIGN_OR_RETURN(publication.whole_, ingest::StagingDirectory::Create(fs, out));
  }
  return publication;
}

Result<Publication> Publication::CreateSingle(FileSystem& fs, const std::string& out) {
  RESCALE_ASSIGN_OR_RETURN(OutputDirectory parents,
                           OutputDirectory::Create(fs, ParentDirectory(out)));
  return Publication(fs, out, std::move(parents));
}

Result<std::string> Publication::AddTarget(const std::string& name, uint32_t mode) {
  Target target;
  if (whole_ != nullptr) {
    target.directory = JoinPath(whole_->path(), name);
    RESCALE_RETURN_IF_ERROR(fs_->CreateDirectory(target.directory, mode));
  } else {
    const std::string place = name.empty() ? out_ : JoinPath(out_, name);
    RESCALE_ASSIGN_OR_RETURN(target.staging, ingest::StagingDirectory::Create(*fs_, place, mode));
    target.directory = target.staging->path();
  }
  targets_.push_back(std::move(target));
  return targets_.back().directory;
}

void Publication::SetManifest(FileNumber manifest) { targets_.back().manifest = manifest; }

Status Publication::Publish() {
  for (const Target& target : targets_) {
    RESCALE_RETURN_IF_ERROR(
        manifest::WriteCurrent(*fs_, target.directory, target.manifest).Within("publish"));
  }
  if (whole_ != nullptr) {
    RESCALE_RETURN_IF_ERROR(whole_->Publish());
    parents_.Keep();
    return Status::Ok();
  }
  for (const Target& target : targets_) {
    RESCALE_RETURN_IF_ERROR(target.staging->Publish());
    parents_.Keep();
  }
  return Status::Ok();
}

}  // namespace rescale::run
