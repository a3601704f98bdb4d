// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_files.h"
#include "checkpoint/options_file.h"
#include "ingest/progress_meter.h"
#include "ingest/staging_directory.h"
#include "manifest/version.h"
#include "plan/plan.h"
#include "rescale/engine.h"
#include "rescale/file_system.h"
#include "rescale/run.h"
#include "rescale/source.h"

namespace rescale::run {

// A state handle with what its metadata files say.
struct LoadedSource {
  StateHandle handle;
  std::string directory;  // where its files are: the handle's, or a flushed private copy
  checkpoint::CheckpointFiles files;  // without `names`, which take room and have been looked at
  manifest::Version version;
  std::optional<checkpoint::OptionsFile> options;
  uint64_t live_log_bytes = 0;  // in WALs that the MANIFEST says are not flushed
};

// Reads CURRENT, MANIFEST and OPTIONS of each handle, refusing a database that another process has
// open, one directory given twice (by whatever path), and a WAL that is kept elsewhere. Several at
// a time. No SST is opened.
Result<std::vector<LoadedSource>> LoadSources(FileSystem& fs,
                                              const std::vector<StateHandle>& handles,
                                              unsigned threads);

// The planner's view; points into `sources`.
std::vector<plan::Source> PlannerSources(const std::vector<LoadedSource>& sources);

// Flushed private copies of the sources that have a live WAL, in a staging directory beside the
// target that is removed with this object (and, after a kill, by the next run of this name).
class FlushedCopies {
 public:
  // `name`: the place beside the target, not otherwise used.
  FlushedCopies(FileSystem& fs, std::string name) : fs_(fs), name_(std::move(name)) {}

  // Replaces each source that has a live WAL and key groups in `wanted` (null: all) by a flushed
  // copy, which is the phase "flush" of `progress`. NotSupported, saying what to do, when one is
  // needed and `options` has no engine; Cancelled when its token says so. A source that nothing is
  // wanted of is left alone.
  Status Flush(std::vector<LoadedSource>* sources, const WriteOptions& options,
               const KeyGroupRange* wanted, ingest::ProgressMeter* progress);

  uint64_t count() const { return made_; }

 private:
  Status FlushOne(LoadedSource* source, Engine* engine, const CancelToken* cancel);

  FileSystem& fs_;
  const std::string name_;
  std::unique_ptr<ingest::StagingDirectory> directory_;  // null until the first copy
  uint64_t made_ = 0;
};

}  // namespace rescale::run
