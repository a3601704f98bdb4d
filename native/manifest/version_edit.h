// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "manifest/file_meta_data.h"
#include "manifest/version.h"
#include "rescale/status.h"

// One record of a MANIFEST: (varint32 tag, body)*, in any order. RocksDB main (11.9)
// `db/version_edit.h` and `version_edit.cc`; docs/formats/manifest.md has the grammar.
namespace rescale::manifest {

enum class EditTag : uint32_t {
  kComparator = 1,
  kLogNumber = 2,
  kNextFileNumber = 3,
  kLastSequence = 4,
  kCompactCursor = 5,
  kDeletedFile = 6,
  kNewFile = 7,
  kPrevLogNumber = 9,
  kMinLogNumberToKeep = 10,
  kNewFile2 = 100,
  kNewFile3 = 102,
  kNewFile4 = 103,
  kColumnFamily = 200,
  kColumnFamilyAdd = 201,
  kColumnFamilyDrop = 202,
  kMaxColumnFamily = 203,
  kInAtomicGroup = 300,
  kBlobFileAddition = 400,
  kBlobFileGarbage = 401,
  kDbId = 8193,
  kBlobFileAdditionDeprecated = 8194,  // 8194 to 8197 have the bit below but no outer length
  kBlobFileGarbageDeprecated = 8195,
  kWalAddition = 8196,
  kWalDeletion = 8197,
  kFullHistoryTsLow = 8198,
  kWalAddition2 = 8199,
  kWalDeletion2 = 8200,
  kPersistUserDefinedTimestamps = 8201,
  kSubcompactionProgress = 8202,
  kLastCompactedManifestFileSize = 8203,
};

// A tag with this bit that a reader does not know is followed by varint32 length and is skipped.
inline constexpr uint32_t kTagSafeToIgnoreBit = 1u << 13;

// Levels from here on are damage: RocksDB has 7 by default and nobody some hundred.
inline constexpr uint32_t kLevelLimit = 256;

// What one edit says. An absent field says nothing.
struct VersionEdit {
  struct DeletedFile {
    int32_t level = 0;
    FileNumber number;
  };
  struct BlobGarbage {
    FileNumber number;
    uint64_t count = 0;
    uint64_t bytes = 0;
  };
  struct CompactCursor {
    int32_t level = 0;
    std::string key;  // an internal key
  };
  // A tag that was passed over: not known and safe to ignore, or SubcompactionProgress.
  struct SkippedTag {
    uint32_t tag = 0;
    uint64_t position = 0;  // in the record
    uint64_t size_bytes = 0;
  };

  std::optional<std::string> db_id;
  std::optional<std::string> comparator;
  std::optional<bool> persist_user_defined_timestamps;
  std::optional<FileNumber> log_number;
  std::optional<FileNumber> prev_log_number;
  std::optional<FileNumber> next_file_number;
  std::optional<FileNumber> min_log_number_to_keep;
  std::optional<SequenceNumber> last_sequence;
  std::optional<uint32_t> max_column_family;
  uint32_t column_family = 0;
  std::optional<std::string> column_family_add;
  bool column_family_drop = false;
  std::optional<uint32_t> remaining_in_atomic_group;
  std::optional<std::string> full_history_ts_low;
  std::optional<uint64_t> last_compacted_manifest_bytes;
  std::vector<CompactCursor> compact_cursors;
  std::vector<BlobFile> blob_additions;  // without garbage
  std::vector<BlobGarbage> blob_garbage;
  std::vector<DeletedFile> deleted_files;
  std::vector<FileMetaData> new_files;
  std::vector<Wal> wal_additions;
  std::optional<FileNumber> wal_deletion;  // WALs below it are gone
  std::vector<SkippedTag> skipped;         // never encoded
};

// Decodes a whole record. Corruption, or NotSupported for what must be understood and is not, with
// the tag and its position in the record.
Status DecodeVersionEdit(std::string_view record, VersionEdit* edit);

// A new file taken apart. The views point into the record.
struct NewFile {
  uint32_t tag = 0;
  int32_t level = 0;
  FileNumber number;
  uint64_t size_bytes = 0;
  std::string_view smallest;
  std::string_view largest;
  SequenceNumber smallest_seqno;  // 0, as the next, for tag 7, which has none
  SequenceNumber largest_seqno;
  uint32_t path_id = 0;  // NewFile3 only; NewFile4 has a custom field
  // The custom fields of NewFile4: the parts before, between and behind those that are decoded
  // below, and the terminator.
  std::array<std::string_view, 3> custom;
  uint64_t epoch_number = 0;
  std::optional<FileNumber> min_log_number_to_keep;

  FileMetaData ToFileMetaData() const;
};

// The new files of a record, not yet copied out of it: the first ones taken apart, and where the
// tag of each further one stands. So a record with a million files costs no second copy of them.
struct NewFiles {
  static constexpr size_t kMostDecoded = 2048;
  std::vector<NewFile> decoded;
  std::vector<uint64_t> positions;

  bool empty() const { return decoded.empty(); }
};

// The same with the new files apart. All of them are checked.
Status DecodeVersionEdit(std::string_view record, VersionEdit* edit, NewFiles* new_files);

// The new file whose tag stands at `position` of a record that DecodeVersionEdit() accepted.
Result<NewFile> DecodeNewFile(std::string_view record, uint64_t position);

// Appends one file as NewFile4. Fields that bind to one place (MinLogNumberToKeep hack, PathId,
// FileOpenMetadata) are left out.
void EncodeNewFile4(const FileMetaData& file, std::string* out);

// The edit as one record, in RocksDB's order of tags.
std::string EncodeVersionEdit(const VersionEdit& edit);

// Name of a tag as RocksDB spells it without the k, "unknown" for others.
std::string_view EditTagName(uint32_t tag);

}  // namespace rescale::manifest
