// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

namespace rescale::plan {

// Gives every kept file its number in the target, unique over all column families and blob files:
// linked files of the main source keep theirs; all others are counted upward from the main source's
// next_file_number or the last kept blob file, whichever is higher. Sets next_file_number above
// all. Needs files and blob files. Corruption when a source's numbers leave no room.
Status NumberFiles(const std::vector<Source>& sources, Plan* plan);

}  // namespace rescale::plan
