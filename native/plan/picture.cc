// SPDX-License-Identifier: Apache-2.0
#include "plan/picture.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "base/internal_key.h"
#include "plan/overlap.h"
#include "plan/people.h"

namespace rescale::plan {
namespace {

// Where a row stands: source, "default" first, column family, level.
using RowKey = std::tuple<uint32_t, bool, std::string, int32_t>;

std::string_view FamilyOf(const RowKey& key) { return std::get<2>(key); }

class PictureMaker {
 public:
  explicit PictureMaker(const std::vector<Plan>& plans) : plans_(plans) {}

  Picture Make(size_t max_rows) {
    for (size_t i = 0; i < plans_.size(); ++i) {
      for (const auto* families :
           {&plans_[i].column_families, &plans_[i].outside_column_families}) {
        for (const PlannedColumnFamily& family : *families) AddFamily(i, family);
      }
    }
    PlaceBars();
    Picture picture;
    Count(&picture);
    MakeRows(max_rows, &picture);
    return picture;
  }

 private:
  void AddFamily(size_t plan, const PlannedColumnFamily& family) {
    for (const PlannedFile& planned : family.files) {
      const auto [found, added] = index_.try_emplace(planned.file, bars_.size());
      if (added) {
        bars_.push_back({planned.file, Action::kSkip, 0, 0, {}});
        keys_.emplace_back(planned.source, family.name != "default", family.name,
                           planned.file->level);
      }
      PictureBar& bar = bars_[found->second];
      bar.action = std::max(bar.action, planned.action);
      if (planned.action != Action::kSkip) bar.ways.emplace_back(plan, &planned);
    }
  }

  void PlaceBars() {
    KeyAxis axis(plans_.empty() ? 0 : PrefixBytes(plans_.front()));
    for (const PictureBar& bar : bars_) {
      axis.Add(UserKeyOf(bar.file->smallest()));
      axis.Add(UserKeyOf(bar.file->largest()));
    }
    axis.Finish();
    for (PictureBar& bar : bars_) {
      bar.begin = axis.Position(UserKeyOf(bar.file->smallest()));
      bar.end = axis.Position(UserKeyOf(bar.file->largest()));
    }
  }

  void Count(Picture* picture) const {
    picture->bar_count = bars_.size();
    for (const PictureBar& bar : bars_) {
      ActionCount& count = picture->counts[static_cast<size_t>(bar.action)];
      ++count.files;
      count.bytes += bar.file->size_bytes;
    }
  }

  // Rows as fine as fit: by level, else by column family, else by source.
  void MakeRows(size_t max_rows, Picture* picture) {
    std::map<RowKey, std::vector<size_t>> rows;
    for (int coarseness = 0; coarseness < 3; ++coarseness) {
      rows.clear();
      for (size_t i = 0; i < bars_.size(); ++i) {
        RowKey key = keys_[i];
        if (coarseness >= 1) std::get<3>(key) = -1;
        if (coarseness >= 2) key = {std::get<0>(key), false, "", -1};
        rows[std::move(key)].push_back(i);
      }
      if (rows.size() <= max_rows) break;
    }
    for (const auto& [key, members] : rows) {
      if (picture->rows.size() == max_rows) {
        ++picture->sources_left_out;
        continue;
      }
      PictureRow& row = picture->rows.emplace_back();
      row.source = std::get<0>(key);
      row.column_family = FamilyOf(key);
      row.level = std::get<3>(key);
      for (const size_t i : members) row.bars.push_back(std::move(bars_[i]));
    }
  }

  const std::vector<Plan>& plans_;
  std::vector<PictureBar> bars_;
  std::vector<RowKey> keys_;  // of bars_
  std::unordered_map<const manifest::FileMetaData*, size_t> index_;
};

}  // namespace

Picture MakePicture(const std::vector<Plan>& plans, size_t max_rows) {
  return PictureMaker(plans).Make(max_rows);
}

}  // namespace rescale::plan
