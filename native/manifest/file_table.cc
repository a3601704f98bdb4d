// SPDX-License-Identifier: Apache-2.0
#include "manifest/file_table.h"

#include <bit>

#include "base/random.h"

namespace rescale::manifest {
namespace {

constexpr size_t kFirstBuckets = 64;
constexpr int kLineBits = 3;

// Every bit of the result depends on every bit of `x`: MurmurHash3's finalizer.
uint64_t Mix(uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdull;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53ull;
  return x ^ (x >> 33);
}

}  // namespace

FileTable::FileTable() : seed_(RandomNonZero64()), buckets_(kFirstBuckets) {}

// RocksDB gives numbers in runs, so eight neighbours share a cache line of buckets; the lines are
// spread by a hash with a seed of this table: a MANIFEST whose numbers were chosen to fall on one
// line would else make each look-up walk past all of them.
size_t FileTable::Home(FileNumber number) const {
  const int line_bits = std::countr_zero(buckets_.size()) - kLineBits;
  const uint64_t line = Mix((number.value >> kLineBits) ^ seed_) >> (64 - line_bits);
  return static_cast<size_t>(line << kLineBits | (number.value & ((1u << kLineBits) - 1)));
}

size_t FileTable::FindBucket(FileNumber number) const {
  const size_t mask = buckets_.size() - 1;
  size_t bucket = Home(number);
  while (buckets_[bucket].index != kEmpty && file(buckets_[bucket]).number != number) {
    bucket = (bucket + 1) & mask;
  }
  return bucket;
}

uint32_t FileTable::GroupOf(uint32_t column_family, int32_t level) {
  if (last_group_ < groups_.size() && groups_[last_group_].column_family == column_family &&
      groups_[last_group_].level == level) {
    return last_group_;
  }
  const auto next = static_cast<uint32_t>(groups_.size());
  const auto [found, added] = group_index_.try_emplace({column_family, level}, next);
  if (added) groups_.push_back({column_family, level, {}});
  last_group_ = found->second;
  return last_group_;
}

bool FileTable::Insert(uint32_t column_family, FileMetaData added) {
  size_t bucket = FindBucket(added.number);
  if (buckets_[bucket].index != kEmpty) return false;
  if ((size_ + 1) * 4 > buckets_.size() * 3) {
    Grow();
    bucket = FindBucket(added.number);
  }
  const uint32_t group = GroupOf(column_family, added.level);
  std::vector<FileMetaData>& files = groups_[group].files;
  buckets_[bucket] = {group, static_cast<uint32_t>(files.size())};
  files.push_back(std::move(added));
  ++size_;
  return true;
}

const FileMetaData* FileTable::Find(FileNumber number, uint32_t* column_family) const {
  const Place place = buckets_[FindBucket(number)];
  if (place.index == kEmpty) return nullptr;
  *column_family = groups_[place.group].column_family;
  return &file(place);
}

void FileTable::Erase(FileNumber number) {
  const size_t bucket = FindBucket(number);
  const Place place = buckets_[bucket];
  std::vector<FileMetaData>& files = groups_[place.group].files;
  RemoveBucket(bucket);  // while the file still stands in its place
  if (place.index + 1 != files.size()) {
    buckets_[FindBucket(files.back().number)] = place;
    files[place.index] = std::move(files.back());
  }
  files.pop_back();
  --size_;
}

void FileTable::EraseColumnFamily(uint32_t column_family) {
  for (auto it = group_index_.lower_bound({column_family, 0});
       it != group_index_.end() && it->first.first == column_family; ++it) {
    std::vector<FileMetaData>& files = groups_[it->second].files;
    while (!files.empty()) Erase(files.back().number);
    files = std::vector<FileMetaData>();
  }
}

// Linear probing without markers: later buckets of the run move up where their home allows it.
void FileTable::RemoveBucket(size_t bucket) {
  const size_t mask = buckets_.size() - 1;
  size_t hole = bucket;
  for (size_t next = (hole + 1) & mask; buckets_[next].index != kEmpty; next = (next + 1) & mask) {
    const size_t home = Home(file(buckets_[next]).number);
    if (((next - home) & mask) < ((next - hole) & mask)) continue;
    buckets_[hole] = buckets_[next];
    hole = next;
  }
  buckets_[hole] = Place{};
}

void FileTable::Grow() {
  const size_t count = buckets_.size() * 2;
  buckets_ = std::vector<Place>();  // first, so that old and new never stand side by side
  buckets_.resize(count);
  for (uint32_t group = 0; group < groups_.size(); ++group) {
    const std::vector<FileMetaData>& files = groups_[group].files;
    for (uint32_t index = 0; index < files.size(); ++index) {
      buckets_[FindBucket(files[index].number)] = {group, index};
    }
  }
}

std::map<std::pair<uint32_t, int32_t>, std::vector<FileMetaData>> FileTable::Take() {
  buckets_ = std::vector<Place>(kFirstBuckets);
  std::map<std::pair<uint32_t, int32_t>, std::vector<FileMetaData>> taken;
  for (Group& group : groups_) {
    if (group.files.empty()) continue;
    taken[{group.column_family, group.level}] = std::move(group.files);
  }
  groups_.clear();
  group_index_.clear();
  size_ = 0;
  return taken;
}

}  // namespace rescale::manifest
