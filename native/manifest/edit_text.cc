// SPDX-License-Identifier: Apache-2.0
#include "manifest/edit_text.h"

#include <fmt/format.h>

#include "base/coding.h"
#include "base/hex.h"
#include "base/internal_key.h"
#include "manifest/custom_fields.h"

namespace rescale::manifest {
namespace {

using LineFn = std::function<void(std::string_view)>;

std::string TypeText(ValueType type) {
  switch (type) {
    case ValueType::kDeletion:
      return "Deletion";
    case ValueType::kValue:
      return "Value";
    case ValueType::kMerge:
      return "Merge";
    case ValueType::kSingleDeletion:
      return "SingleDeletion";
    case ValueType::kRangeDeletion:
      return "RangeDeletion";
    case ValueType::kBlobIndex:
      return "BlobIndex";
    case ValueType::kDeletionWithTimestamp:
      return "DeletionWithTimestamp";
    case ValueType::kWideColumnEntity:
      return "WideColumnEntity";
    case ValueType::kValuePreferredSeqno:
      return "ValuePreferredSeqno";
  }
  return fmt::format("type {}", static_cast<int>(type));
}

std::string CustomText(const CustomField& field) {
  const std::string_view name = CustomTagName(field.tag);
  switch (static_cast<FileTag>(field.tag)) {
    case FileTag::kOldestBlobFileNumber:
    case FileTag::kOldestAncesterTime:
    case FileTag::kFileCreationTime:
    case FileTag::kEpochNumber:
    case FileTag::kCompensatedRangeDeletionSize:
    case FileTag::kTailSize:
      return fmt::format(" {} {}", name, CustomInteger(field.value));
    case FileTag::kNeedCompaction:
    case FileTag::kTemperature:
    case FileTag::kUserDefinedTimestampsPersisted:
    case FileTag::kPathId:
      return fmt::format(" {} {}", name, static_cast<uint8_t>(field.value[0]));
    case FileTag::kFileChecksumFuncName:
      return fmt::format(" {} \"{}\"", name, EscapeKey(field.value));
    case FileTag::kFileOpenMetadata:  // may hold credentials
      return fmt::format(" {} of {} bytes", name, field.value.size());
    case FileTag::kTerminate:
    case FileTag::kMinLogNumberToKeepHack:
    case FileTag::kFileChecksum:
    case FileTag::kMinTimestamp:
    case FileTag::kMaxTimestamp:
    case FileTag::kUniqueId:
      return fmt::format(" {} {}", name, ToHex(field.value));
  }
  return fmt::format(" custom {} {}", field.tag, ToHex(field.value));
}

template <typename T>
void NumberLine(EditTag tag, const std::optional<T>& v, const LineFn& line) {
  if (v) line(fmt::format("{} {}", EditTagName(static_cast<uint32_t>(tag)), v->value));
}

void TextLine(EditTag tag, const std::optional<std::string>& v, const LineFn& line) {
  if (v) line(fmt::format("{} \"{}\"", EditTagName(static_cast<uint32_t>(tag)), EscapeKey(*v)));
}

void DescribeFamily(const VersionEdit& edit, const LineFn& line) {
  if (edit.column_family != 0) line(fmt::format("ColumnFamily {}", edit.column_family));
  TextLine(EditTag::kColumnFamilyAdd, edit.column_family_add, line);
  if (edit.column_family_drop) line("ColumnFamilyDrop");
  if (edit.max_column_family) line(fmt::format("MaxColumnFamily {}", *edit.max_column_family));
  if (edit.remaining_in_atomic_group) {
    line(fmt::format("InAtomicGroup, {} more", *edit.remaining_in_atomic_group));
  }
}

void DescribeBlobs(const VersionEdit& edit, const LineFn& line) {
  for (const BlobFile& blob : edit.blob_additions) {
    line(fmt::format("BlobFileAddition {} with {} blobs of {} bytes, checksum \"{}\" {}",
                     blob.number.value, blob.total_count, blob.total_bytes,
                     EscapeKey(blob.checksum_method), ToHex(blob.checksum_value)));
  }
  for (const VersionEdit::BlobGarbage& garbage : edit.blob_garbage) {
    line(fmt::format("BlobFileGarbage {} with {} blobs of {} bytes", garbage.number.value,
                     garbage.count, garbage.bytes));
  }
}

void DescribeFiles(const VersionEdit& edit, const LineFn& line) {
  for (const VersionEdit::CompactCursor& cursor : edit.compact_cursors) {
    line(fmt::format("CompactCursor L{} {}", cursor.level, KeyText(cursor.key)));
  }
  for (const VersionEdit::DeletedFile& file : edit.deleted_files) {
    line(fmt::format("DeletedFile SST {} L{}", file.number.value, file.level));
  }
  for (const FileMetaData& file : edit.new_files) line("NewFile " + FileText(file));
}

void DescribeWals(const VersionEdit& edit, const LineFn& line) {
  for (const Wal& wal : edit.wal_additions) {
    line(wal.synced_size_bytes ? fmt::format("WalAddition {} synced to {} bytes", wal.number.value,
                                             *wal.synced_size_bytes)
                               : fmt::format("WalAddition {}", wal.number.value));
  }
  if (edit.wal_deletion) line(fmt::format("WalDeletion below {}", edit.wal_deletion->value));
}

}  // namespace

std::string KeyText(std::string_view internal_key) {
  InternalKey key;
  if (!ParseInternalKey(internal_key, &key)) return fmt::format("no key {}", ToHex(internal_key));
  if (IsRangeTombstoneSentinel(internal_key)) {
    return fmt::format("{} exclusive", EscapeKey(key.user_key));
  }
  return fmt::format("{} #{} {}", EscapeKey(key.user_key), key.sequence().value,
                     TypeText(key.type()));
}

std::string FileText(const FileMetaData& file) {
  std::string text =
      fmt::format("SST {} L{} {} bytes [{} .. {}] seqnos {}..{}", file.number.value, file.level,
                  file.size_bytes, KeyText(file.smallest()), KeyText(file.largest()),
                  file.smallest_seqno.value, file.largest_seqno.value);
  if (file.epoch_number != 0) text += fmt::format(" EpochNumber {}", file.epoch_number);
  Decoder in(file.custom());
  while (!in.empty()) {
    CustomField field;
    if (!TakeCustomField(&in, &field).ok()) return text + " (damaged custom fields)";
    text += CustomText(field);
  }
  return text;
}

void DescribeEdit(const VersionEdit& edit, const LineFn& line) {
  DescribeFamily(edit, line);
  TextLine(EditTag::kDbId, edit.db_id, line);
  TextLine(EditTag::kComparator, edit.comparator, line);
  if (edit.persist_user_defined_timestamps) {
    line(fmt::format("PersistUserDefinedTimestamps {}",
                     *edit.persist_user_defined_timestamps ? 1 : 0));
  }
  TextLine(EditTag::kFullHistoryTsLow, edit.full_history_ts_low, line);
  NumberLine(EditTag::kLogNumber, edit.log_number, line);
  NumberLine(EditTag::kPrevLogNumber, edit.prev_log_number, line);
  NumberLine(EditTag::kMinLogNumberToKeep, edit.min_log_number_to_keep, line);
  NumberLine(EditTag::kNextFileNumber, edit.next_file_number, line);
  NumberLine(EditTag::kLastSequence, edit.last_sequence, line);
  if (edit.last_compacted_manifest_bytes) {
    line(fmt::format("LastCompactedManifestFileSize {}", *edit.last_compacted_manifest_bytes));
  }
  DescribeBlobs(edit, line);
  DescribeFiles(edit, line);
  DescribeWals(edit, line);
  for (const VersionEdit::SkippedTag& skipped : edit.skipped) {
    line(fmt::format("tag {} ({}) skipped, {} bytes", skipped.tag, EditTagName(skipped.tag),
                     skipped.size_bytes));
  }
}

}  // namespace rescale::manifest
