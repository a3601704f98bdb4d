// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rescale/engine.h"
#include "rescale/export.h"
#include "rescale/file_system.h"
#include "rescale/progress.h"
#include "rescale/source.h"

namespace rescale {

// What every operation that writes has in common.
struct WriteOptions {
  bool copy = false;         // copy (or reflink) whole SSTs instead of linking them
  unsigned threads = 0;      // 0: one a core
  bool deep_verify = false;  // read everything that was written before it is published
  bool sync = true;  // false: nothing is made durable; for what is made anew after a power cut
  ProgressCallback progress;
  const CancelToken* cancel = nullptr;
  Engine* engine = nullptr;           // null: a source with a live WAL is NotSupported
  FileSystem* file_system = nullptr;  // null: the machine's
  // SSTs that are not in their source's directory, but for those that are taken over whole. Of each
  // only the end and the blocks that are kept are read. Null: none.
  RemoteFiles* remote = nullptr;
};

// One SST of a target and where it came from.
struct FileOrigin {
  uint32_t source = 0;  // index into the sources
  FileNumber source_number;
  FileNumber target_number;
  std::string column_family;
  uint64_t size_bytes = 0;  // of the target's file
  bool identical = false;   // same bytes as the source's file: linked, reflinked or copied whole
};

// What became of one target.
struct TargetReport {
  std::string directory;
  uint32_t index = 0;
  KeyGroupRange groups;
  uint64_t files_skipped = 0, files_linked = 0, files_reflinked = 0, files_copied = 0,
           files_trimmed = 0;
  uint64_t files_dropped_empty = 0;  // trimmed files of which nothing was in range
  uint64_t bytes_skipped = 0, bytes_linked = 0, bytes_copied = 0;  // reflinked counts as copied
  uint64_t bytes_trim_read = 0;  // size of the source files that were trimmed
  uint64_t bytes_trim_written = 0;
  // Why whole files were copied though links were wanted.
  uint64_t links_cross_device = 0, links_not_permitted = 0, links_too_many = 0,
           links_not_supported = 0;
  uint64_t sources_flushed = 0;  // sources first turned into a flushed private copy
  double plan_ms = 0, link_ms = 0, trim_ms = 0, manifest_ms = 0, verify_ms = 0, publish_ms = 0,
         total_ms = 0;
  std::vector<FileOrigin> files;
  std::vector<std::string> column_families;  // of the target, those without files included
  std::vector<std::string> warnings;
};

struct RunOptions {
  std::vector<StateHandle> sources;
  MaxParallelism max_parallelism = *MaxParallelism::Create(128);
  uint32_t parallelism = 1;       // of the new job
  std::optional<uint32_t> index;  // only this subtask; none: all
  bool allow_gaps = false;        // as PlanOptions::allow_gaps
  bool expect_leftovers = false;  // as PlanOptions::expect_leftovers
  std::string out;                // writes out/<index>
  WriteOptions write;
};

struct RunReport {
  std::vector<TargetReport> targets;
  double total_ms = 0;
};

// Writes the database of each new subtask as out/<index>, from the old subtasks' handles.
// Everything is built aside, checked and synced, and appears at the end: when all subtasks are
// written into an `out` that does not exist, by one rename of `out`; else by one rename a target.
// After a failure, a cancellation or a kill before that, there is nothing at `out`, and the same
// call may be made again. The sources are never changed.
//
// InvalidArgument: the question makes no sense; NotSupported: a source cannot be rescaled;
// NotFound: a source is not there or is no database; Corruption: what a source's own metadata names
// is missing or damaged; AlreadyExists: a target is there; Busy: another run works on it, or a
// source is open in RocksDB; IoError; Cancelled. Thread-safe.
RESCALE_EXPORT Result<RunReport> Run(const RunOptions& options);

// Whether `out` is a place where Run may write, told from names alone: no file is opened. Run asks
// this first; a caller that shows a plan before it runs asks earlier. InvalidArgument: `out` lies
// in a source or is no directory, or the parallelism makes no sense; AlreadyExists: a target is
// there; NotFound: a source is not. Thread-safe.
RESCALE_EXPORT Status CheckOutput(const RunOptions& options);

struct ClipOptions {
  StateHandle source;
  MaxParallelism max_parallelism = *MaxParallelism::Create(128);
  KeyGroupRange range;  // kept; cut to what the source owns
  std::string out;      // becomes the database directory itself
  WriteOptions write;
};
// Writes the part of one handle that lies in `range` as the database `out`. Errors as Run.
RESCALE_EXPORT Result<TargetReport> Clip(const ClipOptions& options);

struct IngestOptions {
  std::vector<std::string>
      directories;  // the first is the main one: options and file numbers follow it
  std::string out;
  WriteOptions write;
};
// Merges databases whose keys do not overlap into the database `out`, without cutting anything.
// Errors as Run; InvalidArgument naming two files where keys overlap.
RESCALE_EXPORT Result<TargetReport> Ingest(const IngestOptions& options);

}  // namespace rescale
