// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rescale/verify.h"
#include "verify/family_contents.h"
#include "verify/progress.h"

namespace rescale::verify {

// InvalidArgument for handles of `options.against` that a rescale would refuse, but for gaps
// between them. NotSupported for a source whose write-ahead log may hold entries, which no SST has.
Status CheckSources(FileSystem& fs, const VerifyOptions& options);

// For handles that CheckSources has let pass. Reads what the handles of `options.against` hold in
// their owned ranges and in `options.range`, and compares it with `target`, whose covers are
// normalised, by column family name: entries key group by key group, then the cover of the range
// tombstones. Corruption at the first difference. Then counts what the sources have outside their
// owned ranges in `left_out`.
Status CompareWithSources(FileSystem& fs, const VerifyOptions& options, const Contents& target,
                          ProgressReporter* progress, std::vector<LeftOut>* left_out);

}  // namespace rescale::verify
