// SPDX-License-Identifier: Apache-2.0
#include "key_group_histogram.h"

#include <fmt/format.h>

#include <algorithm>

#include "output.h"

namespace rescale::cli {

namespace {

constexpr uint32_t kMinColumns = 60;
constexpr uint32_t kLabelColumns = 46;  // what stands beside a bar, at most

// A line of the histogram: a few neighbouring key groups.
struct Bin {
  uint64_t bytes = 0;
  uint64_t max_files = 0;  // of one of its key groups
};

std::vector<Bin> FillBins(const std::vector<KeyGroupSummary>& summaries, uint32_t key_groups,
                          uint32_t groups_per_bin) {
  std::vector<Bin> bins((key_groups + groups_per_bin - 1) / groups_per_bin);
  for (const KeyGroupSummary& summary : summaries) {
    if (summary.key_group >= key_groups) continue;
    Bin& bin = bins[summary.key_group / groups_per_bin];
    bin.bytes += summary.estimated_bytes;
    bin.max_files = std::max(bin.max_files, summary.files);
  }
  return bins;
}

// At least one mark for anything that is not empty.
size_t BarLength(uint64_t bytes, uint64_t most, uint32_t columns) {
  if (bytes == 0 || most == 0) return 0;
  const double share = static_cast<double>(bytes) / static_cast<double>(most);
  return std::max<size_t>(1, static_cast<size_t>(share * columns));
}

}  // namespace

std::string KeyGroupHistogram(const std::vector<KeyGroupSummary>& summaries, uint32_t key_groups,
                              uint32_t rows, uint32_t columns) {
  if (key_groups == 0) return "";
  rows = std::max(rows, 1u);
  const uint32_t groups_per_bin = (key_groups + rows - 1) / rows;
  const std::vector<Bin> bins = FillBins(summaries, key_groups, groups_per_bin);
  uint64_t most = 0;
  for (const Bin& bin : bins) most = std::max(most, bin.bytes);

  using Align = Table::Align;
  Table table({Align::kRight, Align::kRight, Align::kRight, Align::kLeft});
  for (size_t i = 0; i < bins.size(); ++i) {
    const auto first = static_cast<uint32_t>(i) * groups_per_bin;
    const uint32_t last = std::min(key_groups, first + groups_per_bin) - 1;
    const uint32_t bar_columns = std::max(columns, kMinColumns) - kLabelColumns;
    table.AddRow({first == last ? std::to_string(first) : fmt::format("{}-{}", first, last),
                  Size(bins[i].bytes), Count(bins[i].max_files, "SST"),
                  std::string(BarLength(bins[i].bytes, most, bar_columns), '#')});
  }
  return table.ToString(2);
}

}  // namespace rescale::cli
