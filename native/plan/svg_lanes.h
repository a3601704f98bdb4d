// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plan/picture.h"

// How bars share a row of the picture.
namespace rescale::plan {

struct LaneAssignment {
  std::vector<size_t> lanes;  // one a bar
  size_t count = 0;
};

// Puts each bar below all bars before it that it overlaps, so that L0 stands as a stack with the
// newest file on top. At most some ten lanes; what would lie deeper shares the last.
LaneAssignment StackLanes(const std::vector<PictureBar>& bars);

struct PixelRun {
  size_t begin = 0;  // pixels, [begin, end)
  size_t end = 0;
  Action action = Action::kSkip;
  uint64_t files = 0;  // that begin in it
};

// The row as at most `pixels` runs of one colour each, where the strongest action wins a pixel.
std::vector<PixelRun> MergeBars(const std::vector<PictureBar>& bars, double axis_end,
                                size_t pixels);

}  // namespace rescale::plan
