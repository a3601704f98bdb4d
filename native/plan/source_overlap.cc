// SPDX-License-Identifier: Apache-2.0
#include "plan/source_overlap.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/internal_key.h"
#include "plan/overlap.h"
#include "plan/refusals.h"

namespace rescale::plan {
namespace {

// From the least to the greatest key that the files of one source may hold.
struct Hull {
  const PlannedFile* lowest = nullptr;
  const PlannedFile* highest = nullptr;

  std::string_view begin() const { return UserKeyOf(lowest->file->smallest()); }
  UpperEnd end() const { return UpperEnd::Of(*highest->file); }

  void Add(const PlannedFile& planned) {
    if (lowest == nullptr || UserKeyOf(planned.file->smallest()) < begin()) lowest = &planned;
    if (highest == nullptr || end() < UpperEnd::Of(*planned.file)) highest = &planned;
  }
};

std::vector<Hull> HullsByBegin(const PlannedColumnFamily& family) {
  std::map<uint32_t, Hull> by_source;
  for (const PlannedFile& planned : family.files) {
    if (planned.action != Action::kSkip) by_source[planned.source].Add(planned);
  }
  std::vector<Hull> hulls;
  for (const auto& [source, hull] : by_source) hulls.push_back(hull);
  std::stable_sort(hulls.begin(), hulls.end(),
                   [](const Hull& a, const Hull& b) { return a.begin() < b.begin(); });
  return hulls;
}

std::string Describe(const Source& source, const PlannedFile& planned) {
  const UpperEnd end = UpperEnd::Of(*planned.file);
  return fmt::format("{} [{}..{}{}", TablePath(source, planned.file->number),
                     EscapeKey(UserKeyOf(planned.file->smallest())), EscapeKey(end.user_key),
                     end.exclusive ? ')' : ']');
}

}  // namespace

Status CheckSourcesApart(const std::vector<Source>& sources, const Plan& plan) {
  for (const PlannedColumnFamily& family : plan.column_families) {
    const std::vector<Hull> hulls = HullsByBegin(family);
    for (size_t i = 1; i < hulls.size(); ++i) {
      const Hull& a = hulls[i - 1];
      const Hull& b = hulls[i];
      if (a.end().IsBefore(b.begin())) continue;
      const Source& source_a = sources[a.highest->source];
      const Source& source_b = sources[b.lowest->source];
      return Status::InvalidArgument(fmt::format(
          "column family '{}': the keys of {} and {} are not apart: {} reaches beyond the begin of "
          "{}; clip each source to its range first, or use `rescale run`, which takes the key "
          "groups that each source owns",
          family.name, source_a.name, source_b.name, Describe(source_a, *a.highest),
          Describe(source_b, *b.lowest)));
    }
  }
  return Status::Ok();
}

}  // namespace rescale::plan
