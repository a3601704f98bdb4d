// SPDX-License-Identifier: Apache-2.0
#include "manifest/level_order.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>

#include "base/internal_key.h"

namespace rescale::manifest {
namespace {

bool SmallestKeyBefore(const FileMetaData& a, const FileMetaData& b) {
  const int order = CompareInternalKeys(a.smallest(), b.smallest());
  return order != 0 ? order < 0 : a.number < b.number;
}

// A file's place and the first bytes of its key in which the level's keys differ, so that most
// comparisons of a sort stay within one small array.
struct SortEntry {
  uint64_t head = 0;
  uint32_t place = 0;
};

size_t CommonPrefix(const std::vector<FileMetaData>& files) {
  const std::string_view first = UserKeyOf(files.front().smallest());
  size_t common = first.size();
  for (const FileMetaData& file : files) {
    const std::string_view key = UserKeyOf(file.smallest());
    common = std::min(common, key.size());
    common = static_cast<size_t>(std::mismatch(first.begin(),
                                               first.begin() + static_cast<std::ptrdiff_t>(common),
                                               key.begin())
                                     .first -
                                 first.begin());
  }
  return common;
}

// Up to 8 bytes from `skip` on, as an integer in the order of bytes.
uint64_t Head(std::string_view user_key, size_t skip) {
  const std::string_view bytes = user_key.substr(skip, 8);
  uint64_t head = 0;
  for (size_t i = 0; i < 8; ++i) {
    head = head << 8 | (i < bytes.size() ? static_cast<uint8_t>(bytes[i]) : 0u);
  }
  return head;
}

// Moves files[order[i].place] to i for all i, following the cycles.
void Reorder(std::vector<SortEntry>* order, std::vector<FileMetaData>* files) {
  for (uint32_t start = 0; start < order->size(); ++start) {
    if ((*order)[start].place == start) continue;
    FileMetaData displaced = std::move((*files)[start]);
    uint32_t hole = start;
    while ((*order)[hole].place != start) {
      const uint32_t next = (*order)[hole].place;
      (*files)[hole] = std::move((*files)[next]);
      (*order)[hole].place = hole;
      hole = next;
    }
    (*files)[hole] = std::move(displaced);
    (*order)[hole].place = hole;
  }
}

}  // namespace

void SortLevel0(std::vector<FileMetaData>* files) {
  const bool by_epoch = std::all_of(files->begin(), files->end(),
                                    [](const FileMetaData& f) { return f.epoch_number != 0; });
  std::sort(files->begin(), files->end(), [by_epoch](const FileMetaData& a, const FileMetaData& b) {
    if (by_epoch && a.epoch_number != b.epoch_number) return a.epoch_number > b.epoch_number;
    return std::tie(a.largest_seqno, a.smallest_seqno, a.number) >
           std::tie(b.largest_seqno, b.smallest_seqno, b.number);
  });
}

void SortBySmallestKey(std::vector<FileMetaData>* files) {
  if (std::is_sorted(files->begin(), files->end(), SmallestKeyBefore)) return;
  const size_t common = CommonPrefix(*files);
  std::vector<SortEntry> order(files->size());
  for (uint32_t i = 0; i < order.size(); ++i) {
    order[i] = {Head(UserKeyOf((*files)[i].smallest()), common), i};
  }
  std::sort(order.begin(), order.end(), [files](const SortEntry& a, const SortEntry& b) {
    if (a.head != b.head) return a.head < b.head;
    return SmallestKeyBefore((*files)[a.place], (*files)[b.place]);
  });
  Reorder(&order, files);
}

void SortLevels(std::vector<std::vector<FileMetaData>>* levels) {
  if (levels->empty()) return;
  SortLevel0(&levels->front());
  for (size_t level = 1; level < levels->size(); ++level) SortBySmallestKey(&(*levels)[level]);
}

}  // namespace rescale::manifest
