// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace rescale::test {

// One choice for each factor, as an index below its number of levels.
using PairwiseRow = std::vector<size_t>;

// Rows such that every two levels of every two factors meet in at least one of them: some dozens,
// where all combinations would be millions. Greedy; the same for the same input.
std::vector<PairwiseRow> PairwiseRows(const std::vector<size_t>& level_counts);

}  // namespace rescale::test
