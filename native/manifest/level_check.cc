// SPDX-License-Identifier: Apache-2.0
#include "manifest/level_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/internal_key.h"

namespace rescale::manifest {
namespace {

std::string DescribeSeqnos(const FileMetaData& file) {
  return fmt::format("SST {} with seqnos {}..{}", file.number.value, file.smallest_seqno.value,
                     file.largest_seqno.value);
}

std::string DescribeKey(std::string_view internal_key) {
  if (IsRangeTombstoneSentinel(internal_key)) {
    return fmt::format("{} (exclusive)", EscapeKey(UserKeyOf(internal_key)));
  }
  InternalKey key;
  ParseInternalKey(internal_key, &key);
  return fmt::format("{} #{}", EscapeKey(key.user_key), key.sequence().value);
}

bool Overlap(const FileMetaData& a, const FileMetaData& b) {
  return CompareInternalKeys(a.smallest(), b.largest()) <= 0 &&
         CompareInternalKeys(b.smallest(), a.largest()) <= 0;
}

bool NewerBySeqno(const FileMetaData* a, const FileMetaData* b) {
  return std::tie(a->largest_seqno, a->smallest_seqno, a->number) >
         std::tie(b->largest_seqno, b->smallest_seqno, b->number);
}

bool AllHaveEpochs(const std::vector<FileMetaData>& files) {
  return std::all_of(files.begin(), files.end(),
                     [](const FileMetaData& file) { return file.epoch_number != 0; });
}

// The order in which the vector stands: that of SortLevel0().
Status CheckOrder(const std::vector<FileMetaData>& files, bool by_epoch) {
  for (size_t i = 1; i < files.size(); ++i) {
    const FileMetaData& a = files[i - 1];
    const FileMetaData& b = files[i];
    const bool sorted = by_epoch && a.epoch_number != b.epoch_number
                            ? a.epoch_number > b.epoch_number
                            : NewerBySeqno(&a, &b);
    if (sorted) continue;
    return Status::Corruption(
        fmt::format("L0 is not sorted, newest first: {}, epoch {} stands before {}, epoch {}",
                    DescribeSeqnos(a), a.epoch_number, DescribeSeqnos(b), b.epoch_number));
  }
  return Status::Ok();
}

// RocksDB >= 7.10 looks at neighbours only; files of one epoch overlap in any pair of them.
Status CheckEpochs(const std::vector<FileMetaData>& files) {
  std::vector<const FileMetaData*> order;
  for (const FileMetaData& file : files) order.push_back(&file);
  std::sort(order.begin(), order.end(), [](const FileMetaData* a, const FileMetaData* b) {
    if (a->epoch_number != b->epoch_number) return a->epoch_number < b->epoch_number;
    return CompareInternalKeys(a->smallest(), b->smallest()) < 0;
  });
  const FileMetaData* farthest = nullptr;  // of the epoch so far
  for (const FileMetaData* file : order) {
    if (farthest != nullptr && farthest->epoch_number == file->epoch_number) {
      if (Overlap(*farthest, *file)) {
        return Status::Corruption(fmt::format("L0: files of one epoch ({}) overlap: {} and {}",
                                              file->epoch_number, DescribeBounds(*farthest),
                                              DescribeBounds(*file)));
      }
      if (CompareInternalKeys(farthest->largest(), file->largest()) >= 0) continue;
    }
    farthest = file;
  }
  return Status::Ok();
}

// RocksDB 7.8 `db/version_builder.cc`, CheckConsistencyDetails: no nested and no equal ranges.
Status CheckSeqnoRanges(const std::vector<const FileMetaData*>& newest_first) {
  for (size_t i = 1; i < newest_first.size(); ++i) {
    const FileMetaData& a = *newest_first[i - 1];
    const FileMetaData& b = *newest_first[i];
    const bool one_seqno = b.smallest_seqno == b.largest_seqno;
    const bool good = one_seqno ? b.smallest_seqno < a.largest_seqno || b.smallest_seqno.value == 0
                                : a.smallest_seqno > b.smallest_seqno;
    if (good) continue;
    return Status::Corruption(
        fmt::format("L0: readers before RocksDB 7.10 refuse nested or equal sequence ranges: {} "
                    "and {}",
                    DescribeSeqnos(a), DescribeSeqnos(b)));
  }
  return Status::Ok();
}

// The files at one user key, from newest to oldest by epoch, while a sweep over the keys goes on.
// Their order by seqnos is the same, as every file was compared with its neighbours when it came.
class Overlapping {
 public:
  // Places are those in `files`, where the newest by epoch stands first.
  explicit Overlapping(const std::vector<FileMetaData>& files) : files_(files) {}

  // Files that end before `user_key` go.
  void AdvanceTo(std::string_view user_key) {
    while (!ends_.empty()) {
      const auto first = ends_.begin();
      const auto& [end, is_included, place] = *first;
      if (end > user_key || (end == user_key && is_included)) return;
      places_.erase(place);
      ends_.erase(first);
    }
  }

  // A pair (newer, older) by epoch that `place` would make, of which the older is newer by seqnos.
  std::optional<std::pair<size_t, size_t>> Add(size_t place) {
    const auto at = places_.insert(place).first;
    const std::string_view largest = files_[place].largest();
    ends_.emplace(UserKeyOf(largest), !IsRangeTombstoneSentinel(largest), place);
    if (at != places_.begin()) {
      const size_t newer = *std::prev(at);
      if (!NewerBySeqno(&files_[newer], &files_[place])) return std::pair(newer, place);
    }
    if (const auto next = std::next(at); next != places_.end()) {
      if (!NewerBySeqno(&files_[place], &files_[*next])) return std::pair(place, *next);
    }
    return std::nullopt;
  }

 private:
  const std::vector<FileMetaData>& files_;
  std::set<size_t> places_;
  std::set<std::tuple<std::string_view, bool, size_t>> ends_;  // user key, whether included, place
};

// Whether no key lies within the bounds: the end of a tombstone where the file begins.
bool IsHollow(const FileMetaData& file) {
  return IsRangeTombstoneSentinel(file.largest()) &&
         UserKeyOf(file.smallest()) == UserKeyOf(file.largest());
}

// Files stand by epoch. Where two overlap, a reader that orders by seqnos must see the same one as
// the newer. A sweep over the keys: n log n, whatever the files.
Status CheckSameOrder(const std::vector<FileMetaData>& files) {
  std::vector<size_t> by_begin(files.size());
  std::iota(by_begin.begin(), by_begin.end(), size_t{0});
  std::sort(by_begin.begin(), by_begin.end(), [&](size_t a, size_t b) {
    const int order = UserKeyOf(files[a].smallest()).compare(UserKeyOf(files[b].smallest()));
    if (order != 0) return order < 0;
    return IsHollow(files[a]) > IsHollow(files[b]);  // it ends where the others begin
  });
  Overlapping overlapping(files);
  for (const size_t place : by_begin) {
    overlapping.AdvanceTo(UserKeyOf(files[place].smallest()));
    const auto clash = overlapping.Add(place);
    if (!clash) continue;
    const FileMetaData& a = files[clash->first];
    const FileMetaData& b = files[clash->second];
    return Status::Corruption(fmt::format(
        "L0: overlapping files are ordered one way by epoch and the other way by seqnos, which "
        "readers before RocksDB 7.10 go by: {}, epoch {} and {}, epoch {}",
        DescribeSeqnos(a), a.epoch_number, DescribeSeqnos(b), b.epoch_number));
  }
  return Status::Ok();
}

}  // namespace

std::string DescribeBounds(const FileMetaData& file) {
  return fmt::format("SST {} [{} .. {}]", file.number.value, DescribeKey(file.smallest()),
                     DescribeKey(file.largest()));
}

Status CheckLevel0(const std::vector<FileMetaData>& files, const ConsistencyOptions& options) {
  const bool by_epoch = AllHaveEpochs(files);
  RESCALE_RETURN_IF_ERROR(CheckOrder(files, by_epoch));
  if (by_epoch) RESCALE_RETURN_IF_ERROR(CheckEpochs(files));
  if (!options.seqno_ordered_l0) return Status::Ok();
  std::vector<const FileMetaData*> newest_first;
  for (const FileMetaData& file : files) newest_first.push_back(&file);
  std::sort(newest_first.begin(), newest_first.end(), NewerBySeqno);
  RESCALE_RETURN_IF_ERROR(CheckSeqnoRanges(newest_first));
  return by_epoch ? CheckSameOrder(files) : Status::Ok();
}

Status CheckSortedLevel(size_t level, const std::vector<FileMetaData>& files) {
  for (size_t i = 1; i < files.size(); ++i) {
    const FileMetaData& a = files[i - 1];
    const FileMetaData& b = files[i];
    if (CompareInternalKeys(a.smallest(), b.smallest()) > 0) {
      return Status::Corruption(fmt::format("L{} is not sorted: {} stands before {}", level,
                                            DescribeBounds(a), DescribeBounds(b)));
    }
    if (CompareInternalKeys(a.largest(), b.smallest()) >= 0) {
      return Status::Corruption(
          fmt::format("L{}: {} and {} overlap", level, DescribeBounds(a), DescribeBounds(b)));
    }
  }
  return Status::Ok();
}

}  // namespace rescale::manifest
