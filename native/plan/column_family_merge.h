// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "plan/plan.h"

namespace rescale::plan {

// Merges by name the column families of the sources that take part (plan.ranges says which), into
// plan->column_families without files: names, ids, sources. "default" is 0; the main source's ids
// stay; another source's id stays while it is free, else the column family gets the next one above
// all. Column families that only other sources have go to plan->outside_column_families.
void MergeColumnFamilies(const std::vector<Source>& sources, Plan* plan);

// The options of a column family: of the main source, else of the first source that takes part and
// knows it, else RocksDB's defaults.
checkpoint::ColumnFamilyOptions OptionsOf(const std::vector<Source>& sources, const Plan& plan,
                                          std::string_view name);

// RocksDB sets the trigger to this for FIFO compaction (`db/column_family.cc`, SanitizeOptions).
inline constexpr int32_t kNeverSlowsDown = std::numeric_limits<int32_t>::max();
inline bool SlowsDown(const PlannedColumnFamily& family) {
  return family.level0_slowdown_trigger > 0 && family.level0_slowdown_trigger != kNeverSlowsDown;
}

// The source's column family of that name, or null.
inline const manifest::ColumnFamily* FamilyOf(const Source& source, std::string_view name) {
  return source.version->FindColumnFamily(name);
}

}  // namespace rescale::plan
