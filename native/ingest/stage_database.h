// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "checkpoint/options_file.h"
#include "ingest/file_tasks.h"

namespace rescale::ingest {

struct StagedDatabase {
  FileNumber manifest_number;
  std::string manifest_name;  // what CURRENT is to say
};

// Carries out a plan: everything of the target but CURRENT is written into the empty staging
// directory, and synced. Without CURRENT it opens as no database. `options` has one entry a source,
// null where it has no OPTIONS file; the main source's becomes the target's, shaped to its column
// families.
Result<StagedDatabase> StageDatabase(const FileTaskContext& context,
                                     const std::vector<const checkpoint::OptionsFile*>& options,
                                     TargetReport* report);

}  // namespace rescale::ingest
