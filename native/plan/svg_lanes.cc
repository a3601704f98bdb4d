// SPDX-License-Identifier: Apache-2.0
#include "plan/svg_lanes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace rescale::plan {
namespace {

constexpr size_t kMaxLanes = 10;

}  // namespace

LaneAssignment StackLanes(const std::vector<PictureBar>& bars) {
  LaneAssignment result;
  std::vector<std::vector<const PictureBar*>> lanes;
  for (const PictureBar& bar : bars) {
    const auto overlaps = [&](const PictureBar* other) {
      return bar.begin <= other->end && other->begin <= bar.end;
    };
    size_t lane = lanes.size();
    while (lane > 0 && std::none_of(lanes[lane - 1].begin(), lanes[lane - 1].end(), overlaps)) {
      --lane;
    }
    lane = std::min(lane, kMaxLanes - 1);
    if (lane == lanes.size()) lanes.emplace_back();
    lanes[lane].push_back(&bar);
    result.lanes.push_back(lane);
  }
  result.count = lanes.size();
  return result;
}

std::vector<PixelRun> MergeBars(const std::vector<PictureBar>& bars, double axis_end,
                                size_t pixels) {
  // For each action, how many more bars cover pixel i than pixel i - 1.
  std::array<std::vector<int64_t>, 3> change;
  for (auto& counts : change) counts.resize(pixels + 1);
  std::vector<uint64_t> begins(pixels);
  const auto pixel_of = [&](double position) {
    const double share = std::clamp(position / axis_end, 0.0, 1.0);
    return std::min(static_cast<size_t>(share * static_cast<double>(pixels)), pixels - 1);
  };
  for (const PictureBar& bar : bars) {
    const size_t begin = pixel_of(bar.begin);
    const size_t end = std::max(pixel_of(bar.end), begin) + 1;
    ++change[static_cast<size_t>(bar.action)][begin];
    --change[static_cast<size_t>(bar.action)][end];
    ++begins[begin];
  }
  std::vector<PixelRun> runs;
  std::array<int64_t, 3> covering{};
  std::optional<Action> before;
  for (size_t i = 0; i < pixels; ++i) {
    std::optional<Action> now;
    for (const Action action : {Action::kSkip, Action::kLink, Action::kTrim}) {
      const auto index = static_cast<size_t>(action);
      covering[index] += change[index][i];
      if (covering[index] > 0) now = action;
    }
    if (now && now != before) runs.push_back({i, i, *now, 0});
    if (now) {
      runs.back().end = i + 1;
      runs.back().files += begins[i];
    }
    before = now;
  }
  return runs;
}

}  // namespace rescale::plan
