// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "manifest/version.h"
#include "rescale/file_system.h"
#include "rescale/status.h"

namespace rescale::run {

// What the SSTs of a database say of themselves, as far as they are on disk. Footers, metaindexes
// and properties are read; no data block is.
struct TableSurvey {
  std::vector<std::pair<std::string, uint64_t>> formats;  // "format_version 5, xxh3": files
  // Why files can be linked but not cut, or not read at all; one line a reason, with the number of
  // files and one of their names.
  std::vector<std::string> unsupported;
  std::vector<std::string> notes;  // missing and damaged files, likewise
  uint64_t files = 0;              // that the MANIFEST names
  uint64_t files_missing = 0;
  uint64_t files_damaged = 0;  // there, but not to be read
};

// Opens each SST of `version` in `directory`, several at a time. A file that is missing, damaged or
// of another kind is part of the result; there is no other failure.
TableSurvey SurveyTables(FileSystem& fs, const std::string& directory,
                         const manifest::Version& version);

}  // namespace rescale::run
