// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/unique_id.h"
#include "rescale/status.h"
#include "rescale/types.h"

namespace rescale::manifest {

// Tags of the custom fields of NewFile4. RocksDB main (11.9) `db/version_edit.h`, enum
// NewFileCustomTag; the note in docs/formats/manifest.md says since when each is written.
enum class FileTag : uint32_t {
  kTerminate = 1,
  kNeedCompaction = 2,
  kMinLogNumberToKeepHack = 3,
  kOldestBlobFileNumber = 4,
  kOldestAncesterTime = 5,
  kFileCreationTime = 6,
  kFileChecksum = 7,
  kFileChecksumFuncName = 8,
  kTemperature = 9,
  kMinTimestamp = 10,
  kMaxTimestamp = 11,
  kUniqueId = 12,
  kEpochNumber = 13,
  kCompensatedRangeDeletionSize = 14,
  kTailSize = 15,
  kUserDefinedTimestampsPersisted = 16,
  kFileOpenMetadata = 17,
  kPathId = 65,
};

// The seldom-read fields of an SST in the MANIFEST. Decoded from FileMetaData::custom() on demand.
struct FileCustomFields {
  bool marked_for_compaction = false;
  FileNumber oldest_blob_file_number;  // 0: none
  uint64_t oldest_ancester_time_s = 0;
  uint64_t file_creation_time_s = 0;
  std::string file_checksum;
  std::string file_checksum_func_name;
  uint8_t temperature = 0;
  std::optional<std::string> min_timestamp;
  std::optional<std::string> max_timestamp;
  std::optional<UniqueId> unique_id;
  uint64_t compensated_range_deletion_size = 0;
  uint64_t tail_size_bytes = 0;
  bool user_defined_timestamps_persisted = true;
  uint8_t path_id = 0;  // index in the writer's db_paths; not 0: the SST is not in the directory
  std::vector<std::pair<uint32_t, std::string>> unknown;  // tags we do not know, safe to ignore
};

// One SST as the MANIFEST describes it. Kept small, since a plan may hold a million: both bounds
// and the seldom-read fields share one allocation. Move-only; Clone() copies.
class FileMetaData {
 public:
  FileNumber number;
  uint64_t size_bytes = 0;
  SequenceNumber smallest_seqno;
  SequenceNumber largest_seqno;
  uint64_t epoch_number = 0;  // 0: unknown (RocksDB before 7.10)
  int32_t level = 0;

  FileMetaData() = default;
  FileMetaData(FileMetaData&&) noexcept = default;
  FileMetaData& operator=(FileMetaData&&) noexcept = default;
  FileMetaData Clone() const;

  // Internal keys; both ends belong to the file, unless largest() is the range tombstone sentinel.
  std::string_view smallest() const { return {payload_.get(), smallest_size_}; }
  std::string_view largest() const { return {payload_.get() + smallest_size_, largest_size_}; }
  // The custom fields as they stand in the MANIFEST, (varint32 tag, length-prefixed value)*,
  // without the epoch number, the MinLogNumberToKeep hack and the terminator.
  std::string_view custom() const {
    return {payload_.get() + smallest_size_ + largest_size_, custom_size_};
  }
  // Replaces bounds and custom fields at once.
  void SetPayload(std::string_view smallest, std::string_view largest, std::string_view custom);
  // The same with custom fields in several pieces.
  void SetPayload(std::string_view smallest, std::string_view largest,
                  std::span<const std::string_view> custom);

  // Corruption when a known field has a wrong width, is cut short, or stands twice.
  Result<FileCustomFields> DecodeCustom() const;

 private:
  std::unique_ptr<char[]> payload_;
  uint32_t smallest_size_ = 0;
  uint32_t largest_size_ = 0;
  uint32_t custom_size_ = 0;
};

// The oldest blob file that an SST names in its custom fields, 0 for none: DecodeCustom() without
// the rest, for a million SSTs. Fields that do not parse count as absent.
FileNumber OldestBlobFileNumber(const FileMetaData& file);
// Likewise FileCustomFields::path_id.
uint8_t PathId(const FileMetaData& file);

// The encoding DecodeCustom() reads; leaves out fields at their defaults, and never writes the
// fields that bind to one place (MinLogNumberToKeep hack, PathId, FileOpenMetadata).
std::string EncodeCustom(const FileCustomFields& fields);

}  // namespace rescale::manifest
