// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

namespace rescale::plan {

// Makes L0 right for readers before 7.10, too, which order it by the sequence bounds of the
// MANIFEST and refuse nested or identical ranges wherever their keys lie (`db/version_builder.cc`,
// CheckConsistencyDetails).
//
// Where the merged L0 of a column family breaks that rule, or would once some of its files are
// gone, the sources' bounds are stacked: each source is shifted by the last_sequence of those
// below. A source with an ingested file is never shifted, since that file's keys take their
// sequence from the MANIFEST. Where no shift helps and every file has an epoch, so that 7.10 or
// later wrote it, plan->seqno_ordered_level0 becomes false, with a warning; else NotSupported
// naming two files. Sets level0_seqno_offset and last_sequence. Needs final levels.
Status OrderSequences(const std::vector<Source>& sources, Plan* plan);

}  // namespace rescale::plan
