// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rescale/export.h"
#include "rescale/file_system.h"
#include "rescale/key_group.h"

namespace rescale {

struct InspectOptions {
  std::string directory;
  std::optional<MaxParallelism> max_parallelism;  // with it, key groups are reported
  FileSystem* file_system = nullptr;              // null: the machine's
};

struct LevelSummary {
  int32_t level = 0;
  uint64_t files = 0;
  uint64_t bytes = 0;
};

// How many SSTs may hold keys of a key group, over all key groups that any SST reaches.
struct FilesPerKeyGroup {
  double mean = 0;
  double stdev = 0;
  uint64_t min = 0;
  uint64_t max = 0;
};

struct KeyGroupSummary {
  uint32_t key_group = 0;
  uint64_t files = 0;            // SSTs whose bounds reach into it
  uint64_t estimated_bytes = 0;  // each SST's size spread evenly over its key groups
};

struct ColumnFamilySummary {
  uint32_t id = 0;
  std::string name;
  std::string comparator;
  uint64_t files = 0;
  uint64_t bytes = 0;
  uint64_t blob_files = 0;
  uint64_t blob_bytes = 0;
  std::vector<LevelSummary> levels;  // those with files
};

struct InspectReport {
  std::string directory;
  std::string manifest;  // file name
  std::string db_id;     // empty: none
  uint64_t last_sequence = 0;
  uint64_t next_file_number = 0;
  uint64_t live_log_bytes = 0;  // WAL bytes that a rescale would have to flush first
  bool open_in_another_process = false;
  std::vector<ColumnFamilySummary> column_families;
  std::vector<KeyGroupSummary> key_groups;  // those with files
  std::optional<FilesPerKeyGroup> files_per_key_group;
  // Table formats seen in the SSTs that are on disk: "format_version 5, xxh3": number of files.
  std::vector<std::pair<std::string, uint64_t>> table_formats;
  std::string written_by;                // RocksDB version from OPTIONS; empty when unknown
  std::vector<std::string> unsupported;  // why a rescale would be refused, one a line
  std::vector<std::string> notes;
};

// Looks at one database directory: its MANIFEST and OPTIONS, and the footers of the SSTs that are
// there. Changes nothing. A damaged or missing SST is a note that names it; how many there are, and
// what else stands against a rescale, is a line of `unsupported`; neither is an error.
//
// NotFound: no directory, or no CURRENT in it. Corruption, with file and offset: CURRENT or the
// MANIFEST is damaged, CURRENT names a MANIFEST that is not there, or a .log is no file.
// NotSupported: the MANIFEST has an edit that must not be ignored and is not known. IoError.
// Thread-safe.
RESCALE_EXPORT Result<InspectReport> Inspect(const InspectOptions& options);

}  // namespace rescale
