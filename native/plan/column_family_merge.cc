// SPDX-License-Identifier: Apache-2.0
#include "plan/column_family_merge.h"

#include <algorithm>
#include <limits>
#include <set>

namespace rescale::plan {
namespace {

constexpr std::string_view kDefaultName = "default";

// Column families of a target, found by name.
class Families {
 public:
  explicit Families(std::vector<PlannedColumnFamily>* families) : families_(*families) {}

  PlannedColumnFamily* Find(std::string_view name) {
    const auto found = std::find_if(families_.begin(), families_.end(),
                                    [&](const auto& family) { return family.name == name; });
    return found == families_.end() ? nullptr : &*found;
  }
  PlannedColumnFamily* FindOrAdd(std::string_view name) {
    if (PlannedColumnFamily* found = Find(name)) return found;
    PlannedColumnFamily& added = families_.emplace_back();
    added.name = name;
    added.comparator = manifest::kBytewiseComparatorName;
    return &added;
  }

 private:
  std::vector<PlannedColumnFamily>& families_;
};

// Gives ids in the order of `families`, which is the main source's, then by source.
void AssignIds(const std::vector<Source>& sources, const Plan& plan,
               std::vector<PlannedColumnFamily>* families) {
  uint64_t next_id = 1;
  for (uint32_t i = 0; i < sources.size(); ++i) {
    if (!plan.ranges[i].takes_part) continue;
    for (const auto& family : sources[i].version->column_families) {
      next_id = std::max(next_id, uint64_t{family.id} + 1);
    }
  }
  std::set<uint32_t> used = {0};
  std::vector<PlannedColumnFamily*> homeless;
  for (PlannedColumnFamily& family : *families) {
    if (family.name == kDefaultName) continue;  // stays 0
    const uint32_t own_id = family.sources.front().source_column_family_id;
    if (used.insert(own_id).second) {
      family.id = own_id;
    } else {
      homeless.push_back(&family);
    }
  }
  for (PlannedColumnFamily* family : homeless) {
    // An id at the very top leaves no room above; then the lowest free one serves.
    while (next_id > std::numeric_limits<uint32_t>::max() ||
           used.contains(static_cast<uint32_t>(next_id))) {
      next_id = next_id > std::numeric_limits<uint32_t>::max() ? 1 : next_id + 1;
    }
    family->id = static_cast<uint32_t>(next_id);
    used.insert(family->id);
  }
}

}  // namespace

void MergeColumnFamilies(const std::vector<Source>& sources, Plan* plan) {
  Families merged(&plan->column_families);
  merged.FindOrAdd(kDefaultName);
  for (uint32_t i = 0; i < sources.size(); ++i) {
    if (!plan->ranges[i].takes_part) continue;
    for (const manifest::ColumnFamily& family : sources[i].version->column_families) {
      merged.FindOrAdd(family.name)->sources.push_back({i, family.id, 0});
    }
  }
  AssignIds(sources, *plan, &plan->column_families);
  std::sort(plan->column_families.begin(), plan->column_families.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  for (PlannedColumnFamily& family : plan->column_families) {
    const checkpoint::ColumnFamilyOptions options = OptionsOf(sources, *plan, family.name);
    const bool fifo = options.compaction_style == "kCompactionStyleFIFO";
    family.level0_slowdown_trigger =
        fifo ? kNeverSlowsDown : options.level0_slowdown_writes_trigger;
  }
  Families outside(&plan->outside_column_families);
  for (uint32_t i = 0; i < sources.size(); ++i) {
    if (plan->ranges[i].takes_part) continue;
    for (const manifest::ColumnFamily& family : sources[i].version->column_families) {
      if (merged.Find(family.name) == nullptr) outside.FindOrAdd(family.name);
    }
  }
}

checkpoint::ColumnFamilyOptions OptionsOf(const std::vector<Source>& sources, const Plan& plan,
                                          std::string_view name) {
  for (uint32_t i = plan.main_source; i < sources.size(); ++i) {
    const checkpoint::OptionsFile* options = sources[i].options;
    if (plan.ranges[i].takes_part && options != nullptr && options->HasColumnFamily(name)) {
      return options->ColumnFamily(name);
    }
  }
  return {};
}

}  // namespace rescale::plan
