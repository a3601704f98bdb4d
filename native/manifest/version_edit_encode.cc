// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/coding.h"
#include "manifest/edit_fields.h"
#include "manifest/version_edit.h"

namespace rescale::manifest {
namespace {

void PutTag(std::string* out, EditTag tag) { PutVarint32(out, static_cast<uint32_t>(tag)); }

void PutText(std::string* out, EditTag tag, const std::optional<std::string>& v) {
  if (!v) return;
  PutTag(out, tag);
  PutLengthPrefixed(out, *v);
}

template <typename T>
void PutNumber(std::string* out, EditTag tag, const std::optional<T>& v) {
  if (!v) return;
  PutTag(out, tag);
  PutVarint64(out, v->value);
}

void PutInner(std::string* out, EditTag tag, std::string_view body) {
  PutTag(out, tag);
  PutLengthPrefixed(out, body);
}

void PutNumbers(const VersionEdit& edit, std::string* out) {
  PutText(out, EditTag::kDbId, edit.db_id);
  PutText(out, EditTag::kComparator, edit.comparator);
  PutNumber(out, EditTag::kLogNumber, edit.log_number);
  PutNumber(out, EditTag::kPrevLogNumber, edit.prev_log_number);
  PutNumber(out, EditTag::kNextFileNumber, edit.next_file_number);
  if (edit.max_column_family) {
    PutTag(out, EditTag::kMaxColumnFamily);
    PutVarint32(out, *edit.max_column_family);
  }
  PutNumber(out, EditTag::kMinLogNumberToKeep, edit.min_log_number_to_keep);
  PutNumber(out, EditTag::kLastSequence, edit.last_sequence);
}

void PutFiles(const VersionEdit& edit, std::string* out) {
  for (const VersionEdit::CompactCursor& cursor : edit.compact_cursors) {
    PutTag(out, EditTag::kCompactCursor);
    PutVarint32(out, static_cast<uint32_t>(cursor.level));
    PutLengthPrefixed(out, cursor.key);
  }
  for (const VersionEdit::DeletedFile& file : edit.deleted_files) {
    PutTag(out, EditTag::kDeletedFile);
    PutVarint32(out, static_cast<uint32_t>(file.level));
    PutVarint64(out, file.number.value);
  }
  for (const FileMetaData& file : edit.new_files) EncodeNewFile4(file, out);
  for (const BlobFile& blob : edit.blob_additions) {
    PutTag(out, EditTag::kBlobFileAddition);
    PutBlobAddition(blob, out);
  }
  for (const VersionEdit::BlobGarbage& garbage : edit.blob_garbage) {
    PutTag(out, EditTag::kBlobFileGarbage);
    PutBlobGarbage(garbage, out);
  }
}

void PutWals(const VersionEdit& edit, std::string* out) {
  for (const Wal& wal : edit.wal_additions) {
    std::string body;
    PutWalAddition(wal, &body);
    PutInner(out, EditTag::kWalAddition2, body);
  }
  if (edit.wal_deletion) {
    std::string body;
    PutVarint64(&body, edit.wal_deletion->value);
    PutInner(out, EditTag::kWalDeletion2, body);
  }
}

void PutColumnFamily(const VersionEdit& edit, std::string* out) {
  if (edit.column_family != 0) {
    PutTag(out, EditTag::kColumnFamily);
    PutVarint32(out, edit.column_family);
  }
  PutText(out, EditTag::kColumnFamilyAdd, edit.column_family_add);
  if (edit.column_family_drop) PutTag(out, EditTag::kColumnFamilyDrop);
  if (edit.remaining_in_atomic_group) {
    PutTag(out, EditTag::kInAtomicGroup);
    PutVarint32(out, *edit.remaining_in_atomic_group);
  }
}

}  // namespace

std::string EncodeVersionEdit(const VersionEdit& edit) {
  std::string out;
  PutNumbers(edit, &out);
  PutFiles(edit, &out);
  PutWals(edit, &out);
  PutColumnFamily(edit, &out);
  PutText(&out, EditTag::kFullHistoryTsLow, edit.full_history_ts_low);
  if (edit.persist_user_defined_timestamps) {
    const char flag = *edit.persist_user_defined_timestamps ? 1 : 0;
    PutInner(&out, EditTag::kPersistUserDefinedTimestamps, {&flag, 1});
  }
  if (edit.last_compacted_manifest_bytes) {
    std::string body;
    PutVarint64(&body, *edit.last_compacted_manifest_bytes);
    PutInner(&out, EditTag::kLastCompactedManifestFileSize, body);
  }
  return out;
}

std::string_view EditTagName(uint32_t tag) {
  switch (static_cast<EditTag>(tag)) {
    case EditTag::kComparator:
      return "Comparator";
    case EditTag::kLogNumber:
      return "LogNumber";
    case EditTag::kNextFileNumber:
      return "NextFileNumber";
    case EditTag::kLastSequence:
      return "LastSequence";
    case EditTag::kCompactCursor:
      return "CompactCursor";
    case EditTag::kDeletedFile:
      return "DeletedFile";
    case EditTag::kNewFile:
      return "NewFile";
    case EditTag::kPrevLogNumber:
      return "PrevLogNumber";
    case EditTag::kMinLogNumberToKeep:
      return "MinLogNumberToKeep";
    case EditTag::kNewFile2:
      return "NewFile2";
    case EditTag::kNewFile3:
      return "NewFile3";
    case EditTag::kNewFile4:
      return "NewFile4";
    case EditTag::kColumnFamily:
      return "ColumnFamily";
    case EditTag::kColumnFamilyAdd:
      return "ColumnFamilyAdd";
    case EditTag::kColumnFamilyDrop:
      return "ColumnFamilyDrop";
    case EditTag::kMaxColumnFamily:
      return "MaxColumnFamily";
    case EditTag::kInAtomicGroup:
      return "InAtomicGroup";
    case EditTag::kBlobFileAddition:
      return "BlobFileAddition";
    case EditTag::kBlobFileGarbage:
      return "BlobFileGarbage";
    case EditTag::kDbId:
      return "DbId";
    case EditTag::kBlobFileAdditionDeprecated:
      return "BlobFileAddition, deprecated";
    case EditTag::kBlobFileGarbageDeprecated:
      return "BlobFileGarbage, deprecated";
    case EditTag::kWalAddition:
      return "WalAddition";
    case EditTag::kWalDeletion:
      return "WalDeletion";
    case EditTag::kFullHistoryTsLow:
      return "FullHistoryTsLow";
    case EditTag::kWalAddition2:
      return "WalAddition2";
    case EditTag::kWalDeletion2:
      return "WalDeletion2";
    case EditTag::kPersistUserDefinedTimestamps:
      return "PersistUserDefinedTimestamps";
    case EditTag::kSubcompactionProgress:
      return "SubcompactionProgress";
    case EditTag::kLastCompactedManifestFileSize:
      return "LastCompactedManifestFileSize";
  }
  return "unknown";
}

}  // namespace rescale::manifest
