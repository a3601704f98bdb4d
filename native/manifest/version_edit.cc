// SPDX-License-Identifier: Apache-2.0
#include "manifest/version_edit.h"

#include <fmt/format.h>

#include "base/coding.h"
#include "manifest/edit_fields.h"

namespace rescale::manifest {
namespace {

Status TakeString(Decoder* in, std::string_view what, std::optional<std::string>* v) {
  std::string_view bytes;
  RESCALE_RETURN_IF_ERROR(TakeBytes(in, what, &bytes));
  v->emplace(bytes);
  return Status::Ok();
}

template <typename T>
Status TakeNumber(Decoder* in, std::string_view what, std::optional<T>* v) {
  return TakeVarint64(in, what, &v->emplace().value);
}

// The whole of a length-prefixed body; bytes behind it are room for later fields and are passed
// over.
template <typename Take>
Status TakeInner(Decoder* in, std::string_view what, Take take) {
  std::string_view body;
  RESCALE_RETURN_IF_ERROR(TakeBytes(in, what, &body));
  Decoder inner(body);
  return take(&inner);
}

class EditDecoder {
 public:
  EditDecoder(std::string_view record, VersionEdit* edit, NewFiles* new_files)
      : in_(record), edit_(edit), new_files_(new_files) {}

  Status Run() {
    while (!in_.empty()) {
      const uint64_t position = in_.position();
      uint32_t tag = 0;
      Status status = TakeVarint32(&in_, "tag", &tag);
      if (status.ok()) status = Take(tag, position);
      if (!status.ok()) {
        return Status(status.code(), fmt::format("tag {} ({}) at byte {} of the record: {}", tag,
                                                 EditTagName(tag), position, status.ToString()));
      }
    }
    return Status::Ok();
  }

 private:
  Status Take(uint32_t tag, uint64_t position);
  Status TakeNumbers(EditTag tag);
  Status TakeColumnFamily(EditTag tag);
  Status TakeFiles(EditTag tag, uint64_t position);
  Status TakeBlobs(EditTag tag);
  Status TakeWals(EditTag tag);
  Status TakeSettings(EditTag tag);
  Status Skip(uint32_t tag, uint64_t position);

  Decoder in_;
  VersionEdit* edit_;
  NewFiles* new_files_;
};

Status EditDecoder::Take(uint32_t tag, uint64_t position) {
  const auto known = static_cast<EditTag>(tag);
  switch (known) {
    case EditTag::kLogNumber:
    case EditTag::kNextFileNumber:
    case EditTag::kLastSequence:
    case EditTag::kPrevLogNumber:
    case EditTag::kMinLogNumberToKeep:
      return TakeNumbers(known);
    case EditTag::kColumnFamily:
    case EditTag::kColumnFamilyAdd:
    case EditTag::kColumnFamilyDrop:
    case EditTag::kMaxColumnFamily:
    case EditTag::kInAtomicGroup:
      return TakeColumnFamily(known);
    case EditTag::kCompactCursor:
    case EditTag::kDeletedFile:
    case EditTag::kNewFile:
    case EditTag::kNewFile2:
    case EditTag::kNewFile3:
    case EditTag::kNewFile4:
      return TakeFiles(known, position);
    case EditTag::kBlobFileAddition:
    case EditTag::kBlobFileAdditionDeprecated:
    case EditTag::kBlobFileGarbage:
    case EditTag::kBlobFileGarbageDeprecated:
      return TakeBlobs(known);
    case EditTag::kWalAddition:
    case EditTag::kWalAddition2:
    case EditTag::kWalDeletion:
    case EditTag::kWalDeletion2:
      return TakeWals(known);
    case EditTag::kComparator:
    case EditTag::kDbId:
    case EditTag::kFullHistoryTsLow:
    case EditTag::kPersistUserDefinedTimestamps:
    case EditTag::kLastCompactedManifestFileSize:
      return TakeSettings(known);
    case EditTag::kSubcompactionProgress:
      break;
  }
  return Skip(tag, position);
}

Status EditDecoder::TakeNumbers(EditTag tag) {
  switch (tag) {
    case EditTag::kLogNumber:
      return TakeNumber(&in_, "log number", &edit_->log_number);
    case EditTag::kNextFileNumber:
      return TakeNumber(&in_, "next file number", &edit_->next_file_number);
    case EditTag::kLastSequence:
      return TakeNumber(&in_, "last sequence", &edit_->last_sequence);
    case EditTag::kPrevLogNumber:
      return TakeNumber(&in_, "previous log number", &edit_->prev_log_number);
    default:
      return TakeNumber(&in_, "min log number to keep", &edit_->min_log_number_to_keep);
  }
}

Status EditDecoder::TakeColumnFamily(EditTag tag) {
  switch (tag) {
    case EditTag::kColumnFamily:
      return TakeVarint32(&in_, "column family id", &edit_->column_family);
    case EditTag::kColumnFamilyAdd:
      return TakeString(&in_, "column family name", &edit_->column_family_add);
    case EditTag::kColumnFamilyDrop:
      edit_->column_family_drop = true;
      return Status::Ok();
    case EditTag::kMaxColumnFamily:
      return TakeVarint32(&in_, "max column family", &edit_->max_column_family.emplace());
    default:
      return TakeVarint32(&in_, "remaining edits of an atomic group",
                          &edit_->remaining_in_atomic_group.emplace());
  }
}

Status EditDecoder::TakeFiles(EditTag tag, uint64_t position) {
  if (tag == EditTag::kDeletedFile) {
    VersionEdit::DeletedFile& file = edit_->deleted_files.emplace_back();
    RESCALE_RETURN_IF_ERROR(TakeLevel(&in_, &file.level));
    return TakeVarint64(&in_, "file number", &file.number.value);
  }
  if (tag == EditTag::kCompactCursor) {
    VersionEdit::CompactCursor& cursor = edit_->compact_cursors.emplace_back();
    std::string_view key;
    RESCALE_RETURN_IF_ERROR(TakeLevel(&in_, &cursor.level));
    RESCALE_RETURN_IF_ERROR(TakeInternalKey(&in_, "compact cursor", &key));
    cursor.key = key;
    return Status::Ok();
  }
  NewFile file;
  RESCALE_RETURN_IF_ERROR(TakeNewFile(static_cast<uint32_t>(tag), &in_, &file));
  if (file.min_log_number_to_keep) edit_->min_log_number_to_keep = file.min_log_number_to_keep;
  if (new_files_ == nullptr) {
    edit_->new_files.push_back(file.ToFileMetaData());
  } else if (new_files_->decoded.size() < NewFiles::kMostDecoded) {
    new_files_->decoded.push_back(file);
  } else {
    new_files_->positions.push_back(position);
  }
  return Status::Ok();
}

Status EditDecoder::TakeBlobs(EditTag tag) {
  if (tag == EditTag::kBlobFileAddition || tag == EditTag::kBlobFileAdditionDeprecated) {
    return TakeBlobAddition(&in_, &edit_->blob_additions.emplace_back());
  }
  return TakeBlobGarbage(&in_, &edit_->blob_garbage.emplace_back());
}

Status EditDecoder::TakeWals(EditTag tag) {
  const auto addition = [this](Decoder* in) {
    return TakeWalAddition(in, &edit_->wal_additions.emplace_back());
  };
  const auto deletion = [this](Decoder* in) {
    return TakeNumber(in, "WAL number", &edit_->wal_deletion);
  };
  switch (tag) {
    case EditTag::kWalAddition:
      return addition(&in_);
    case EditTag::kWalAddition2:
      return TakeInner(&in_, "WAL addition", addition);
    case EditTag::kWalDeletion:
      return deletion(&in_);
    default:
      return TakeInner(&in_, "WAL deletion", deletion);
  }
}

Status EditDecoder::TakeSettings(EditTag tag) {
  switch (tag) {
    case EditTag::kComparator:
      return TakeString(&in_, "comparator name", &edit_->comparator);
    case EditTag::kDbId:
      return TakeString(&in_, "database id", &edit_->db_id);
    case EditTag::kFullHistoryTsLow:
      RESCALE_RETURN_IF_ERROR(
          TakeString(&in_, "full history timestamp", &edit_->full_history_ts_low));
      if (!edit_->full_history_ts_low->empty()) return Status::Ok();
      return Status::Corruption("the full history timestamp is empty");
    case EditTag::kPersistUserDefinedTimestamps: {
      std::string_view flag;
      RESCALE_RETURN_IF_ERROR(TakeBytes(&in_, "timestamp flag", &flag));
      if (flag.size() != 1) {
        return Status::Corruption(
            fmt::format("the timestamp flag has {} bytes instead of 1", flag.size()));
      }
      edit_->persist_user_defined_timestamps = flag[0] == 1;
      return Status::Ok();
    }
    default:
      break;
  }
  return TakeInner(&in_, "compacted MANIFEST size", [this](Decoder* in) {
    return TakeVarint64(in, "compacted MANIFEST size",
                        &edit_->last_compacted_manifest_bytes.emplace());
  });
}

Status EditDecoder::Skip(uint32_t tag, uint64_t position) {
  if ((tag & kTagSafeToIgnoreBit) == 0) {
    return Status::NotSupported("unknown and not safe to ignore: a newer RocksDB wrote it");
  }
  std::string_view body;
  RESCALE_RETURN_IF_ERROR(TakeBytes(&in_, "body of an ignorable tag", &body));
  edit_->skipped.push_back({tag, position, body.size()});
  return Status::Ok();
}

}  // namespace

Status DecodeVersionEdit(std::string_view record, VersionEdit* edit) {
  return EditDecoder(record, edit, nullptr).Run();
}

Status DecodeVersionEdit(std::string_view record, VersionEdit* edit, NewFiles* new_files) {
  return EditDecoder(record, edit, new_files).Run();
}

}  // namespace rescale::manifest
