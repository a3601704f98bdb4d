// SPDX-License-Identifier: Apache-2.0
#include "plan/level0_relief.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <set>

#include "base/internal_key.h"
#include "plan/column_family_merge.h"
#include "plan/people.h"

namespace rescale::plan {
namespace {

// The user keys of files in one level that share none: begin -> end, both included. The end of a
// range tombstone counts as included, too; that only keeps files further apart.
class DisjointKeys {
 public:
  bool Overlaps(std::string_view begin, std::string_view end) const {
    const auto after = by_begin_.upper_bound(end);
    return after != by_begin_.begin() && std::prev(after)->second >= begin;
  }
  void Add(std::string_view begin, std::string_view end) { by_begin_.emplace(begin, end); }

 private:
  std::map<std::string_view, std::string_view> by_begin_;
};

// The L0 files of one source, given up oldest first.
class SourceLevel0 {
 public:
  // Called newest first, as the source orders L0.
  void AddLevel0(PlannedFile* file) { level0_.push_back(file); }
  void AddDeeper(int16_t level) { shallowest_deeper_ = std::min(shallowest_deeper_, level); }

  size_t size() const { return level0_.size(); }
  // Null when there is none.
  const PlannedFile* oldest() const { return level0_.empty() ? nullptr : level0_.back(); }

  // Moves the oldest file down as deep as it may go. False when it may not go anywhere.
  bool MoveOldest(int32_t num_levels) {
    if (level0_.empty()) return false;
    if (levels_.empty()) OpenLevels(num_levels);
    PlannedFile* oldest = level0_.back();
    const std::string_view begin = UserKeyOf(oldest->file->smallest());
    const std::string_view end = UserKeyOf(oldest->file->largest());
    // levels_[0] is L1. The first overlap from above bounds how deep the file may go.
    size_t depth = 0;
    while (depth < levels_.size() && !levels_[depth].Overlaps(begin, end)) ++depth;
    if (depth == 0) return false;
    levels_[depth - 1].Add(begin, end);
    oldest->target_level = static_cast<int16_t>(depth);
    level0_.pop_back();
    return true;
  }

 private:
  void OpenLevels(int32_t num_levels) {
    const int32_t levels = std::min<int32_t>(shallowest_deeper_, num_levels) - 1;
    levels_.resize(static_cast<size_t>(std::max(levels, 0)));
  }

  std::vector<PlannedFile*> level0_;  // newest first
  std::vector<DisjointKeys> levels_;
  int16_t shallowest_deeper_ = std::numeric_limits<int16_t>::max();
};

// What RocksDB holds against the trigger: L0 files, and for universal compaction every other level
// in use as one sorted run more. RocksDB main (11.9) `db/version_set.cc`, CalculateBaseBytes.
class Forecast {
 public:
  Forecast(const PlannedColumnFamily& family, bool counts_levels) : counts_levels_(counts_levels) {
    for (const PlannedFile& planned : family.files) {
      if (planned.action != Action::kSkip) Add(planned.target_level);
    }
  }
  void MoveDown(int16_t level) {
    --level0_files_;
    levels_.insert(level);
  }
  uint64_t level0_files() const { return level0_files_; }
  uint64_t pressure() const { return level0_files_ + (counts_levels_ ? levels_.size() : 0); }

 private:
  void Add(int16_t level) {
    if (level == 0) {
      ++level0_files_;
    } else {
      levels_.insert(level);
    }
  }

  bool counts_levels_;
  uint64_t level0_files_ = 0;
  std::set<int16_t> levels_;
};

std::map<uint32_t, SourceLevel0> GatherBySource(PlannedColumnFamily* family) {
  std::map<uint32_t, SourceLevel0> by_source;
  for (PlannedFile& planned : family->files) {
    if (planned.action == Action::kSkip) continue;
    SourceLevel0& source = by_source[planned.source];
    if (planned.file->level == 0 && planned.target_level == 0) {
      source.AddLevel0(&planned);
    } else {
      source.AddDeeper(planned.target_level);
    }
  }
  return by_source;
}

void MoveUntilBelow(uint64_t trigger, int32_t num_levels, PlannedColumnFamily* family,
                    Forecast* forecast) {
  std::map<uint32_t, SourceLevel0> by_source = GatherBySource(family);
  // Most files first, then the first source.
  std::priority_queue<std::pair<size_t, int64_t>> queue;
  for (const auto& [index, source] : by_source) queue.emplace(source.size(), -int64_t{index});
  while (forecast->pressure() >= trigger && !queue.empty()) {
    const auto index = static_cast<uint32_t>(-queue.top().second);
    queue.pop();
    SourceLevel0& source = by_source[index];
    const PlannedFile* oldest = source.oldest();
    if (!source.MoveOldest(num_levels)) continue;  // none of its files can go any more
    forecast->MoveDown(oldest->target_level);
    ++family->level0_files_relieved;
    queue.emplace(source.size(), -int64_t{index});
  }
}

// For universal compaction a file alone in its new level is as much as it was in L0.
void TakeBackUselessMoves(const Forecast& before, PlannedColumnFamily* family, Forecast* forecast) {
  if (family->level0_files_relieved == 0 || forecast->pressure() < before.pressure()) return;
  for (PlannedFile& planned : family->files) {
    planned.target_level = static_cast<int16_t>(planned.file->level);
  }
  family->level0_files_relieved = 0;
  *forecast = before;
}

// The column families whose L0 reaches the trigger, told as the one with most files: a job with
// many states has the same to say of each.
class Level0Warning {
 public:
  void Add(const PlannedColumnFamily& family, const checkpoint::ColumnFamilyOptions& options,
           const Forecast& forecast, bool universal) {
    ++families_;
    if (worst_ != nullptr && forecast.pressure() <= pressure_) return;
    worst_ = &family;
    pressure_ = forecast.pressure();
    universal_ = universal;
    // As RocksDB's SanitizeOptions (`db/column_family.cc`).
    stop_ = std::max(options.level0_stop_writes_trigger, family.level0_slowdown_trigger);
  }

  // Empty when nothing was added.
  std::string ToString() const {
    if (worst_ == nullptr) return "";
    const std::string runs = universal_ ? fmt::format(" ({} sorted runs)", pressure_) : "";
    return fmt::format(
        "{}: {} in L0{}, with {} moved down, and RocksDB slows writes down from {} on and stops "
        "them at {}, until compaction has caught up; raise level0_slowdown_writes_trigger and "
        "level0_stop_writes_trigger to open without that",
        Subject(), FilesText(worst_->level0_files), runs, worst_->level0_files_relieved,
        worst_->level0_slowdown_trigger, stop_);
  }

 private:
  std::string Subject() const {
    if (families_ == 1) return fmt::format("column family '{}'", worst_->name);
    return fmt::format("{} column families have a large L0, the largest '{}'", families_,
                       worst_->name);
  }

  uint64_t families_ = 0;
  const PlannedColumnFamily* worst_ = nullptr;
  uint64_t pressure_ = 0;
  bool universal_ = false;
  int32_t stop_ = 0;
};

}  // namespace

void RelieveLevel0(const std::vector<Source>& sources, Plan* plan) {
  Level0Warning warning;
  for (PlannedColumnFamily& family : plan->column_families) {
    const checkpoint::ColumnFamilyOptions options = OptionsOf(sources, *plan, family.name);
    const bool universal = options.compaction_style == "kCompactionStyleUniversal";
    const bool movable = universal || options.compaction_style == "kCompactionStyleLevel";
    Forecast forecast(family, universal);
    const bool has_trigger = SlowsDown(family);
    const auto trigger = static_cast<uint64_t>(family.level0_slowdown_trigger);
    if (has_trigger && movable) {
      const Forecast before = forecast;
      MoveUntilBelow(trigger, options.num_levels, &family, &forecast);
      TakeBackUselessMoves(before, &family, &forecast);
    }
    family.level0_files = static_cast<uint32_t>(forecast.level0_files());
    if (has_trigger && forecast.pressure() >= trigger) {
      warning.Add(family, options, forecast, universal);
    }
  }
  if (std::string text = warning.ToString(); !text.empty())
    plan->warnings.push_back(std::move(text));
}

}  // namespace rescale::plan
