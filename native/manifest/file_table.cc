// SPDX-License-Identifier: Apache-2.0
#include "manifest/file_table.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace rescale::manifest {

FileTable::FileTable() : buckets_(64, kEmpty) {}

// Multiplicative hashing spreads the runs of numbers that RocksDB gives.
size_t FileTable::Home(FileNumber number) const {
  const int bits = std::countr_zero(buckets_.size());
  return static_cast<size_t>((number.value * 0x9e3779b97f4a7c15ull) >> (64 - bits));
}

size_t FileTable::FindBucket(FileNumber number) const {
  const size_t mask = buckets_.size() - 1;
  size_t bucket = Home(number);
  while (buckets_[bucket] != kEmpty && file(buckets_[bucket]).number != number) {
    bucket = (bucket + 1) & mask;
  }
  return bucket;
}

bool FileTable::Insert(uint32_t column_family_id, FileMetaData added) {
  size_t bucket = FindBucket(added.number);
  if (buckets_[bucket] != kEmpty) return false;
  if ((size_ + 1) * 4 > buckets_.size() * 3) {
    Grow();
    bucket = FindBucket(added.number);
  }
  const uint32_t place = TakePlace();
  file(place) = std::move(added);
  column_family(place) = column_family_id;
  buckets_[bucket] = place;
  ++size_;
  return true;
}

const FileMetaData* FileTable::Find(FileNumber number, uint32_t* column_family_id) const {
  const uint32_t place = buckets_[FindBucket(number)];
  if (place == kEmpty) return nullptr;
  *column_family_id = chunks_[place / kChunkFiles]->column_families[place % kChunkFiles];
  return &file(place);
}

void FileTable::Erase(FileNumber number) {
  const size_t bucket = FindBucket(number);
  const uint32_t place = buckets_[bucket];
  RemoveBucket(bucket);
  Release(place);
  free_places_.push_back(place);
}

void FileTable::EraseColumnFamily(uint32_t column_family_id) {
  for (uint32_t place = 0; place < places_used_; ++place) {
    if (column_family(place) == column_family_id) Erase(file(place).number);
  }
}

// Linear probing without markers: later buckets of the run move up where their home allows it.
void FileTable::RemoveBucket(size_t bucket) {
  const size_t mask = buckets_.size() - 1;
  size_t hole = bucket;
  for (size_t next = (hole + 1) & mask; buckets_[next] != kEmpty; next = (next + 1) & mask) {
    const size_t home = Home(file(buckets_[next]).number);
    if (((next - home) & mask) < ((next - hole) & mask)) continue;
    buckets_[hole] = buckets_[next];
    hole = next;
  }
  buckets_[hole] = kEmpty;
  --size_;
}

uint32_t FileTable::TakePlace() {
  if (!free_places_.empty()) {
    const uint32_t place = free_places_.back();
    free_places_.pop_back();
    return place;
  }
  if (places_used_ % kChunkFiles == 0) {
    chunks_.push_back(std::make_unique<Chunk>());
    chunks_.back()->column_families.fill(kNoColumnFamily);
  }
  return places_used_++;
}

void FileTable::Release(uint32_t place) {
  file(place) = FileMetaData();
  column_family(place) = kNoColumnFamily;
}

void FileTable::Grow() {
  const size_t count = buckets_.size() * 2;
  buckets_ = std::vector<uint32_t>();  // first, so that old and new never stand side by side
  buckets_.assign(count, kEmpty);
  for (uint32_t place = 0; place < places_used_; ++place) {
    if (column_family(place) != kNoColumnFamily) buckets_[FindBucket(file(place).number)] = place;
  }
}

void FileTable::ForEach(
    const std::function<void(uint32_t column_family, const FileMetaData&)>& visit) const {
  for (const auto& chunk : chunks_) {
    for (size_t i = 0; i < kChunkFiles; ++i) {
      if (chunk->column_families[i] != kNoColumnFamily) {
        visit(chunk->column_families[i], chunk->files[i]);
      }
    }
  }
}

void FileTable::Drain(const std::function<void(uint32_t column_family, FileMetaData&&)>& take) {
  buckets_ = std::vector<uint32_t>(64, kEmpty);
  free_places_ = std::vector<uint32_t>();
  for (auto& chunk : chunks_) {
    for (size_t i = 0; i < kChunkFiles; ++i) {
      if (chunk->column_families[i] != kNoColumnFamily) {
        take(chunk->column_families[i], std::move(chunk->files[i]));
      }
    }
    chunk.reset();
  }
  chunks_.clear();
  places_used_ = 0;
  size_ = 0;
}

}  // namespace rescale::manifest
