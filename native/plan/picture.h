// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plan/key_axis.h"
#include "plan/plan.h"

// What is to be drawn of the plans of several targets from the same sources, before it has colours
// and pixels.
namespace rescale::plan {

// One SST. Its action is the strongest in any target: trim, then link, then skip.
struct PictureBar {
  const manifest::FileMetaData* file = nullptr;
  Action action = Action::kSkip;
  double begin = 0;  // on the key axis
  double end = 0;
  // Where it goes: (index in plans, what is planned), without the targets that skip it.
  std::vector<std::pair<size_t, const PlannedFile*>> ways;
};

// The SSTs of one source, column family and level; or of several levels or column families where
// so many rows would not fit.
struct PictureRow {
  uint32_t source = 0;
  std::string column_family;  // empty: all of them
  int32_t level = 0;          // -1: all of them
  std::vector<PictureBar> bars;
};

struct ActionCount {
  uint64_t files = 0;
  uint64_t bytes = 0;
};

struct Picture {
  std::vector<PictureRow> rows;  // by source, column family, level
  uint64_t bar_count = 0;
  uint32_t sources_left_out = 0;  // beyond what one picture can show
  ActionCount counts[3];          // by Action
};

// At most `max_rows` rows. The plans outlive the picture.
Picture MakePicture(const std::vector<Plan>& plans, size_t max_rows);

}  // namespace rescale::plan
