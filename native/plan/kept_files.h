// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

namespace rescale::plan {

// Judges every file of every source, and fills `files` of plan->column_families and
// plan->outside_column_families: action, reason, target level = the source's level.
void JudgeFiles(const std::vector<Source>& sources, Plan* plan);

// Looks at the seldom-read fields of the files that are kept, and at them only: a skipped file may
// be anything. NotSupported for user-defined timestamps; then keeps the blob files that kept SSTs
// may refer to, in plan->column_families[].blob_files. A blob file's number stands inside values
// and its column family id in its header, so both must stay: NotSupported naming the blob files
// where they cannot.
Status InspectKeptFiles(const std::vector<Source>& sources, Plan* plan);

}  // namespace rescale::plan
