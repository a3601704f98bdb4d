// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clip/clip_table.h"
#include "manifest/version.h"
#include "plan/plan.h"

namespace rescale::ingest {

// What came of trimming one planned file.
struct TrimmedFile {
  size_t column_family = 0;  // index into Plan::column_families
  size_t file = 0;           // index into PlannedColumnFamily::files
  clip::ClipTableResult result;
};

// The state that a plan adds up to once its trims are done: the value to write as the target's
// MANIFEST. `trimmed` has every trimmed file of the plan, in plan order; those with nothing in
// range are left out of the version. Numbers for the MANIFEST and OPTIONS files are the caller's:
// next_file_number is `next_file_number`.
Result<manifest::Version> BuildTargetVersion(const plan::Plan& plan,
                                             const std::vector<TrimmedFile>& trimmed,
                                             const std::string& db_id, FileNumber next_file_number);

// What is added to the sequence bounds of a source's L0 files in a column family.
uint64_t Level0Offset(const plan::PlannedColumnFamily& family, uint32_t source);
// Whether the sequence bounds of a planned file change in the MANIFEST.
bool ShiftsSeqnos(const plan::PlannedColumnFamily& family, const plan::PlannedFile& file);

}  // namespace rescale::ingest
