// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rescale/inspect.h"

namespace rescale::cli {

// Text bars of the estimated bytes of key groups 0 to `key_groups` - 1, in at most `rows` lines of
// at most `columns` columns (but no less than 60): neighbours share a line where there are more key
// groups than lines. Every line has the same number of key groups, but the last may have fewer.
std::string KeyGroupHistogram(const std::vector<KeyGroupSummary>& summaries, uint32_t key_groups,
                              uint32_t rows, uint32_t columns);

}  // namespace rescale::cli
