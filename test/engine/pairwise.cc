// SPDX-License-Identifier: Apache-2.0
#include "engine/pairwise.h"

#include <array>
#include <random>
#include <set>

namespace rescale::test {
namespace {

// Factor a < factor b, and their levels.
using Pair = std::array<size_t, 4>;

Pair MakePair(size_t a, size_t level_a, size_t b, size_t level_b) {
  return a < b ? Pair{a, b, level_a, level_b} : Pair{b, a, level_b, level_a};
}

constexpr size_t kUnset = ~size_t{0};

size_t NewPairs(const std::set<Pair>& open, const PairwiseRow& row, size_t factor, size_t level) {
  size_t count = 0;
  for (size_t other = 0; other < row.size(); ++other) {
    if (other == factor || row[other] == kUnset) continue;
    count += open.count(MakePair(factor, level, other, row[other]));
  }
  return count;
}

}  // namespace

std::vector<PairwiseRow> PairwiseRows(const std::vector<size_t>& level_counts) {
  std::set<Pair> open;
  for (size_t a = 0; a < level_counts.size(); ++a) {
    for (size_t b = a + 1; b < level_counts.size(); ++b) {
      for (size_t i = 0; i < level_counts[a]; ++i) {
        for (size_t j = 0; j < level_counts[b]; ++j) open.insert(MakePair(a, i, b, j));
      }
    }
  }
  std::mt19937 random(1);  // breaks ties, so that they do not all go to level 0
  std::vector<PairwiseRow> rows;
  while (!open.empty()) {
    PairwiseRow row(level_counts.size(), kUnset);
    const Pair first = *open.begin();
    row[first[0]] = first[2];
    row[first[1]] = first[3];
    for (size_t factor = 0; factor < row.size(); ++factor) {
      if (row[factor] != kUnset) continue;
      size_t best = random() % level_counts[factor];
      size_t most = NewPairs(open, row, factor, best);
      for (size_t level = 0; level < level_counts[factor]; ++level) {
        const size_t count = NewPairs(open, row, factor, level);
        if (count > most) {
          best = level;
          most = count;
        }
      }
      row[factor] = best;
    }
    for (size_t a = 0; a < row.size(); ++a) {
      for (size_t b = a + 1; b < row.size(); ++b) open.erase(MakePair(a, row[a], b, row[b]));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace rescale::test
