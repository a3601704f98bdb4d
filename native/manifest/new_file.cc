// SPDX-License-Identifier: Apache-2.0
// The four forms of a new file in a VersionEdit.
#include <fmt/format.h>

#include <utility>

#include "base/coding.h"
#include "base/internal_key.h"
#include "manifest/custom_fields.h"
#include "manifest/edit_fields.h"
#include "manifest/version_edit.h"

namespace rescale::manifest {
namespace {

bool IsTag(uint32_t tag, FileTag known) { return tag == static_cast<uint32_t>(known); }

// Fields that NewFile has apart, so that they are not among custom.
bool IsKeptApart(uint32_t tag) {
  return IsTag(tag, FileTag::kEpochNumber) || IsTag(tag, FileTag::kMinLogNumberToKeepHack) ||
         IsTag(tag, FileTag::kTerminate);
}

Status StandsTwice(uint32_t tag) {
  return Status::Corruption(
      fmt::format("custom field {} ({}) stands twice", tag, CustomTagName(tag)));
}

Status TakeCustomFields(Decoder* in, NewFile* file) {
  std::string_view begin = in->rest();  // of the part that goes on
  size_t parts = 0;                     // at most one for each field that is kept apart
  bool has_epoch = false;
  for (;;) {
    CustomField field;
    RESCALE_RETURN_IF_ERROR(TakeCustomField(in, &field));
    if (!IsKeptApart(field.tag)) continue;
    const bool is_epoch = IsTag(field.tag, FileTag::kEpochNumber);
    const bool is_hack = IsTag(field.tag, FileTag::kMinLogNumberToKeepHack);
    if (is_epoch && std::exchange(has_epoch, true)) return StandsTwice(field.tag);
    if (is_hack && file->min_log_number_to_keep) return StandsTwice(field.tag);
    file->custom[parts++] =
        begin.substr(0, begin.size() - in->rest().size() - field.encoded.size());
    begin = in->rest();
    if (is_epoch) {
      file->epoch_number = CustomInteger(field.value);
    } else if (is_hack) {
      file->min_log_number_to_keep = FileNumber{DecodeFixed64(field.value.data())};
    } else {
      return Status::Ok();
    }
  }
}

}  // namespace

Status TakeNewFile(uint32_t tag, Decoder* in, NewFile* file) {
  file->tag = tag;
  const auto form = static_cast<EditTag>(tag);
  RESCALE_RETURN_IF_ERROR(TakeLevel(in, &file->level));
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "file number", &file->number.value));
  if (form == EditTag::kNewFile3) {
    RESCALE_RETURN_IF_ERROR(TakeVarint32(in, "path id", &file->path_id));
    if (file->path_id > kMaxPathId) {
      return Status::Corruption(fmt::format("path id {} is beyond {}", file->path_id, kMaxPathId));
    }
  }
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "file size", &file->size_bytes));
  RESCALE_RETURN_IF_ERROR(TakeInternalKey(in, "smallest key", &file->smallest));
  RESCALE_RETURN_IF_ERROR(TakeInternalKey(in, "largest key", &file->largest));
  if (form == EditTag::kNewFile) return Status::Ok();
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "smallest seqno", &file->smallest_seqno.value));
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "largest seqno", &file->largest_seqno.value));
  if (form != EditTag::kNewFile4) return Status::Ok();
  Status status = TakeCustomFields(in, file);
  return status.ok() ? std::move(status)
                     : std::move(status).Within(fmt::format("SST {}", file->number.value));
}

FileMetaData NewFile::ToFileMetaData() const {
  FileMetaData file;
  file.number = number;
  file.size_bytes = size_bytes;
  file.smallest_seqno = smallest_seqno;
  file.largest_seqno = largest_seqno;
  file.epoch_number = epoch_number;
  file.level = level;
  if (path_id == 0) {
    file.SetPayload(smallest, largest, custom);
    return file;
  }
  std::string field;
  PutVarint32(&field, static_cast<uint32_t>(FileTag::kPathId));
  const char byte = static_cast<char>(path_id);
  PutLengthPrefixed(&field, {&byte, 1});
  file.SetPayload(smallest, largest, field);
  return file;
}

Result<NewFile> DecodeNewFile(std::string_view record, uint64_t position) {
  if (position > record.size()) return Status::Internal("new file beyond its record");
  Decoder in(record.substr(position));
  uint32_t tag = 0;
  NewFile file;
  RESCALE_RETURN_IF_ERROR(TakeVarint32(&in, "tag", &tag));
  RESCALE_RETURN_IF_ERROR(TakeNewFile(tag, &in, &file));
  return file;
}

void EncodeNewFile4(const FileMetaData& file, std::string* out) {
  PutVarint32(out, static_cast<uint32_t>(EditTag::kNewFile4));
  PutVarint32(out, static_cast<uint32_t>(file.level));
  PutVarint64(out, file.number.value);
  PutVarint64(out, file.size_bytes);
  PutLengthPrefixed(out, file.smallest());
  PutLengthPrefixed(out, file.largest());
  PutVarint64(out, file.smallest_seqno.value);
  PutVarint64(out, file.largest_seqno.value);
  Decoder in(file.custom());
  uint32_t tag = 0;
  std::string_view value;
  while (in.GetVarint32(&tag) && in.GetLengthPrefixed(&value)) {
    if (IsKeptApart(tag) || IsTag(tag, FileTag::kPathId) ||
        IsTag(tag, FileTag::kFileOpenMetadata)) {
      continue;
    }
    PutVarint32(out, tag);
    PutLengthPrefixed(out, value);
  }
  if (file.epoch_number != 0) {
    std::string epoch;
    PutVarint64(&epoch, file.epoch_number);
    PutVarint32(out, static_cast<uint32_t>(FileTag::kEpochNumber));
    PutLengthPrefixed(out, epoch);
  }
  PutVarint32(out, static_cast<uint32_t>(FileTag::kTerminate));
}

}  // namespace rescale::manifest
