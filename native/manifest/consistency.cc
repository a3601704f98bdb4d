// SPDX-License-Identifier: Apache-2.0
#include "manifest/consistency.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/internal_key.h"
#include "manifest/level_check.h"

namespace rescale::manifest {
namespace {

Status CheckColumnFamilies(const Version& version) {
  if (version.column_families.empty() || version.column_families.front().id != 0 ||
      version.column_families.front().name != "default") {
    return Status::Corruption("the first column family is not 0 \"default\"");
  }
  std::set<std::string_view> names;
  const ColumnFamily* last = nullptr;
  for (const ColumnFamily& family : version.column_families) {
    if (last != nullptr && family.id <= last->id) {
      return Status::Corruption(fmt::format("{} stands behind {}: ids are not ascending",
                                            Describe(family), Describe(*last)));
    }
    if (!names.insert(family.name).second) {
      return Status::Corruption(fmt::format("two column families are named \"{}\"", family.name));
    }
    if (family.id > version.max_column_family) {
      return Status::Corruption(fmt::format("{} is above the maximum id {}", Describe(family),
                                            version.max_column_family));
    }
    last = &family;
  }
  return Status::Ok();
}

// Says who uses a number that is used twice.
Status UsedTwice(const Version& version, uint64_t number) {
  std::string users;
  for (const ColumnFamily& family : version.column_families) {
    for (size_t level = 0; level < family.levels.size(); ++level) {
      for (const FileMetaData& file : family.levels[level]) {
        if (file.number.value != number) continue;
        users += fmt::format("{}{} L{}", users.empty() ? "" : ", ", Describe(family), level);
      }
    }
    for (const BlobFile& blob : family.blob_files) {
      if (blob.number.value != number) continue;
      users += fmt::format("{}{} blob file", users.empty() ? "" : ", ", Describe(family));
    }
  }
  return Status::Corruption(fmt::format("file number {} is used twice: {}", number, users));
}

Status CheckNumbers(const Version& version) {
  std::vector<uint64_t> numbers;
  numbers.reserve(version.file_count());
  for (const ColumnFamily& family : version.column_families) {
    for (const auto& level : family.levels) {
      for (const FileMetaData& file : level) numbers.push_back(file.number.value);
    }
    for (const BlobFile& blob : family.blob_files) numbers.push_back(blob.number.value);
  }
  if (!std::is_sorted(numbers.begin(), numbers.end())) std::sort(numbers.begin(), numbers.end());
  const auto twice = std::adjacent_find(numbers.begin(), numbers.end());
  if (twice != numbers.end()) return UsedTwice(version, *twice);
  if (!numbers.empty() && numbers.front() == 0) {
    return Status::Corruption("file number 0 is not a file's");
  }
  if (!numbers.empty() && numbers.back() >= version.next_file_number.value) {
    return Status::Corruption(
        fmt::format("file number {} is not below next_file_number {}: RocksDB up to 9.1 would "
                    "delete the file",
                    numbers.back(), version.next_file_number.value));
  }
  return Status::Ok();
}

Status CheckFile(const Version& version, const FileMetaData& file, size_t level, bool bytewise) {
  if (file.level != static_cast<int32_t>(level)) {
    return Status::Corruption(fmt::format("L{}: SST {} says that it is at level {}", level,
                                          file.number.value, file.level));
  }
  if (file.smallest().size() < kInternalKeyFooterBytes ||
      file.largest().size() < kInternalKeyFooterBytes) {
    return Status::Corruption(
        fmt::format("L{}: SST {}: a bound is no internal key", level, file.number.value));
  }
  // RocksDB `db/dbformat.h`, kMaxValue: above it lies no value type, and builds with assertions
  // stop.
  constexpr uint8_t kMaxValueType = 0x7f;
  for (const std::string_view bound : {file.smallest(), file.largest()}) {
    InternalKey key;
    ParseInternalKey(bound, &key);
    if (const auto type = static_cast<uint8_t>(key.type()); type > kMaxValueType) {
      return Status::Corruption(
          fmt::format("L{}: SST {}: a bound has value type {}, at most {} is one", level,
                      file.number.value, type, kMaxValueType));
    }
  }
  if (bytewise && CompareInternalKeys(file.smallest(), file.largest()) > 0) {
    return Status::Corruption(
        fmt::format("L{}: {}: the bounds are in the wrong order", level, DescribeBounds(file)));
  }
  if (file.smallest_seqno > file.largest_seqno) {
    return Status::Corruption(fmt::format("L{}: SST {}: seqnos {}..{} are in the wrong order",
                                          level, file.number.value, file.smallest_seqno.value,
                                          file.largest_seqno.value));
  }
  if (file.largest_seqno > version.last_sequence) {
    return Status::Corruption(fmt::format(
        "L{}: SST {}: largest seqno {} is above last_sequence {}: RocksDB would not "
        "see its newest entries",
        level, file.number.value, file.largest_seqno.value, version.last_sequence.value));
  }
  return Status::Ok();
}

// RocksDB `db/version_builder.cc`: CheckConsistencyDetails, and SaveBlobFilesTo, which forgets blob
// files below the oldest that an SST names.
Status CheckBlobs(const ColumnFamily& family) {
  std::map<uint64_t, const BlobFile*> blobs;
  for (const BlobFile& blob : family.blob_files) blobs[blob.number.value] = &blob;
  uint64_t oldest = UINT64_MAX;
  for (size_t level = 0; level < family.levels.size(); ++level) {
    for (const FileMetaData& file : family.levels[level]) {
      const uint64_t named = OldestBlobFileNumber(file).value;
      if (named == 0) continue;
      oldest = std::min(oldest, named);
      if (blobs.contains(named)) continue;
      return Status::Corruption(fmt::format("L{}: SST {} names blob file {}, which does not exist",
                                            level, file.number.value, named));
    }
  }
  for (const auto& [number, blob] : blobs) {
    if (blob->garbage_count >= blob->total_count) {
      return Status::Corruption(fmt::format("blob file {} is all garbage: {} of {} blobs", number,
                                            blob->garbage_count, blob->total_count));
    }
    if (number < oldest) {
      return Status::Corruption(
          fmt::format("blob file {} is below every blob file that an SST names: RocksDB would "
                      "delete it",
                      number));
    }
  }
  return Status::Ok();
}

Status CheckFamily(const Version& version, const ColumnFamily& family,
                   const ConsistencyOptions& options) {
  const bool bytewise = family.comparator.empty() || family.comparator == kBytewiseComparatorName;
  for (size_t level = 0; level < family.levels.size(); ++level) {
    for (const FileMetaData& file : family.levels[level]) {
      RESCALE_RETURN_IF_ERROR(CheckFile(version, file, level, bytewise));
    }
  }
  RESCALE_RETURN_IF_ERROR(CheckBlobs(family));
  if (!bytewise && !family.levels.empty()) {
    return Status::NotSupported(
        fmt::format("the order of its levels cannot be checked: comparator {} is not known",
                    family.comparator));
  }
  for (size_t level = 0; level < family.levels.size(); ++level) {
    RESCALE_RETURN_IF_ERROR(level == 0 ? CheckLevel0(family.levels[0], options)
                                       : CheckSortedLevel(level, family.levels[level]));
  }
  return Status::Ok();
}

}  // namespace

Status CheckConsistency(const Version& version, const ConsistencyOptions& options) {
  if (version.last_sequence > kMaxSequenceNumber) {
    return Status::Corruption(fmt::format("last_sequence {} is above the largest that fits, {}",
                                          version.last_sequence.value, kMaxSequenceNumber.value));
  }
  RESCALE_RETURN_IF_ERROR(CheckColumnFamilies(version));
  RESCALE_RETURN_IF_ERROR(CheckNumbers(version));
  for (const ColumnFamily& family : version.column_families) {
    Status status = CheckFamily(version, family, options);
    if (!status.ok()) return std::move(status).Within(Describe(family));
  }
  return Status::Ok();
}

bool HasEpochs(const Version& version) {
  for (const ColumnFamily& family : version.column_families) {
    for (const auto& level : family.levels) {
      for (const FileMetaData& file : level) {
        if (file.epoch_number != 0) return true;
      }
    }
  }
  return false;
}

}  // namespace rescale::manifest
