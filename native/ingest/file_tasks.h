// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ingest/progress_meter.h"
#include "ingest/target_version.h"
#include "plan/plan.h"
#include "rescale/file_system.h"
#include "rescale/run.h"

namespace rescale::ingest {

// What carrying out a plan's file moves needs to know. The pointed-to things outlive it.
struct FileTaskContext {
  FileSystem* fs = nullptr;
  const plan::Plan* plan = nullptr;
  // One a source of the plan: where its files are.
  std::vector<std::string> source_directories;
  std::string staging_directory;
  std::string session_id;  // identity of this run's rewritten files
  bool copy = false;       // copy whole files although they could be linked
  unsigned threads = 1;
  const CancelToken* cancel = nullptr;
  ProgressMeter* progress = nullptr;
};

// Trims every boundary file of the plan into the staging directory, spread over threads, largest
// first. Returns the results in plan order and counts them in `report`.
Result<std::vector<TrimmedFile>> TrimFiles(const FileTaskContext& context, TargetReport* report);

// Links every whole SST of the plan, and every blob file of `version`, into the staging directory
// under its new number: hard link, else reflink, else copy, counted in `report`. A file that is
// missing or has not the size its MANIFEST says is an error naming it.
Status LinkFiles(const FileTaskContext& context, const manifest::Version& version,
                 TargetReport* report);

// NotSupported when the SST was ingested: its keys are read under the sequence number that the
// MANIFEST says, so its bounds there must stay as they are. (RocksDB
// `table/block_based/block_based_table_reader.cc`, GetGlobalSequenceNumber.)
Status CheckSeqnosMayShift(FileSystem& fs, const std::string& table);

}  // namespace rescale::ingest
