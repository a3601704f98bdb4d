// SPDX-License-Identifier: Apache-2.0
#include "plan/owned_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace rescale::plan {
namespace {

Status CheckWithin(std::string_view what, const KeyGroupRange& range, const KeyGroupRange& all) {
  if (range.empty()) {
    return Status::InvalidArgument(
        fmt::format("{} is empty: {} to {}; the first key group must not be above the last", what,
                    range.first, range.last));
  }
  if (range.first < all.first || range.last > all.last) {
    return Status::InvalidArgument(
        fmt::format("{} {} is not within {}; is the max parallelism right?", what, ToString(range),
                    ToString(all)));
  }
  return Status::Ok();
}

std::vector<size_t> ByFirstGroup(const std::vector<Source>& sources) {
  std::vector<size_t> order(sources.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return sources[a].owned.first < sources[b].owned.first;
  });
  return order;
}

Status CheckDisjoint(const std::vector<Source>& sources, const std::vector<size_t>& order) {
  for (size_t i = 1; i < order.size(); ++i) {
    const Source& a = sources[std::min(order[i - 1], order[i])];
    const Source& b = sources[std::max(order[i - 1], order[i])];
    const KeyGroupRange both = Intersect(a.owned, b.owned);
    if (both.empty()) continue;
    return Status::InvalidArgument(fmt::format(
        "{} owns {} and {} owns {}: both own {}; give each source the range its task owned "
        "(SRC@LO-HI), in the old order of subtasks",
        a.name, ToString(a.owned), b.name, ToString(b.owned), ToString(both)));
  }
  return Status::Ok();
}

Status CheckCovered(const std::vector<Source>& sources, const std::vector<size_t>& order,
                    const KeyGroupRange& target) {
  std::string missing;
  int32_t next = target.first;
  const auto note_gap = [&](int32_t end) {
    const KeyGroupRange gap = Intersect({next, end - 1}, target);
    if (!gap.empty()) missing += (missing.empty() ? "" : ", ") + ToString(gap);
  };
  for (const size_t i : order) {
    note_gap(sources[i].owned.first);
    next = std::max(next, sources[i].owned.last + 1);
  }
  note_gap(target.last + 1);
  if (missing.empty()) return Status::Ok();
  return Status::InvalidArgument(
      fmt::format("no source owns the key groups {} of the target {}; add the sources that do",
                  missing, ToString(target)));
}

Status CheckTouched(const std::vector<Source>& sources, const KeyGroupRange& target) {
  const auto touches = [&](const Source& source) {
    return !Intersect(source.owned, target).empty();
  };
  if (std::any_of(sources.begin(), sources.end(), touches)) return Status::Ok();
  return Status::InvalidArgument(
      fmt::format("no source owns a key group of the target {}: there is nothing to rescale",
                  ToString(target)));
}

Status CheckApart(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                  const std::vector<size_t>& order) {
  for (const Source& source : sources) {
    RESCALE_RETURN_IF_ERROR(CheckWithin(fmt::format("the range of {}", source.name), source.owned,
                                        max_parallelism.all()));
  }
  return CheckDisjoint(sources, order);
}

}  // namespace

Status CheckRangesApart(const std::vector<Source>& sources, const MaxParallelism& max_parallelism) {
  return CheckApart(sources, max_parallelism, ByFirstGroup(sources));
}

Status CheckOwnedRanges(const std::vector<Source>& sources, const MaxParallelism& max_parallelism,
                        const KeyGroupRange& target, bool allow_gaps) {
  RESCALE_RETURN_IF_ERROR(CheckWithin("the target range", target, max_parallelism.all()));
  const std::vector<size_t> order = ByFirstGroup(sources);
  RESCALE_RETURN_IF_ERROR(CheckApart(sources, max_parallelism, order));
  return allow_gaps ? CheckTouched(sources, target) : CheckCovered(sources, order, target);
}

}  // namespace rescale::plan
