// SPDX-License-Identifier: Apache-2.0
#include "manifest/file_meta_data.h"

#include <fmt/format.h>

#include <cstring>

#include "base/coding.h"
#include "manifest/custom_fields.h"

namespace rescale::manifest {
namespace {

char* Put(char* to, std::string_view bytes) {
  if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  return to + bytes.size();
}

void SetField(const CustomField& field, FileCustomFields* out) {
  switch (static_cast<FileTag>(field.tag)) {
    case FileTag::kNeedCompaction:
      out->marked_for_compaction = field.value[0] == 1;
      return;
    case FileTag::kOldestBlobFileNumber:
      out->oldest_blob_file_number = FileNumber{CustomInteger(field.value)};
      return;
    case FileTag::kOldestAncesterTime:
      out->oldest_ancester_time_s = CustomInteger(field.value);
      return;
    case FileTag::kFileCreationTime:
      out->file_creation_time_s = CustomInteger(field.value);
      return;
    case FileTag::kFileChecksum:
      out->file_checksum = field.value;
      return;
    case FileTag::kFileChecksumFuncName:
      out->file_checksum_func_name = field.value;
      return;
    case FileTag::kTemperature:
      out->temperature = static_cast<uint8_t>(field.value[0]);
      return;
    case FileTag::kMinTimestamp:
      out->min_timestamp = field.value;
      return;
    case FileTag::kMaxTimestamp:
      out->max_timestamp = field.value;
      return;
    case FileTag::kUniqueId:
      out->unique_id.emplace();
      std::memcpy(out->unique_id->data(), field.value.data(), sizeof(UniqueId));
      return;
    case FileTag::kCompensatedRangeDeletionSize:
      out->compensated_range_deletion_size = CustomInteger(field.value);
      return;
    case FileTag::kTailSize:
      out->tail_size_bytes = CustomInteger(field.value);
      return;
    case FileTag::kUserDefinedTimestampsPersisted:
      out->user_defined_timestamps_persisted = field.value[0] == 1;
      return;
    case FileTag::kPathId:
      out->path_id = static_cast<uint8_t>(field.value[0]);
      return;
    case FileTag::kTerminate:
    case FileTag::kMinLogNumberToKeepHack:
    case FileTag::kEpochNumber:
    case FileTag::kFileOpenMetadata:
      return;  // not this struct's matter
  }
  out->unknown.emplace_back(field.tag, field.value);
}

void PutField(std::string* out, FileTag tag, std::string_view value) {
  PutVarint32(out, static_cast<uint32_t>(tag));
  PutLengthPrefixed(out, value);
}

void PutIntegerField(std::string* out, FileTag tag, uint64_t v) {
  if (v == 0) return;
  std::string value;
  PutVarint64(&value, v);
  PutField(out, tag, value);
}

void PutByteField(std::string* out, FileTag tag, uint8_t v) {
  const char value = static_cast<char>(v);
  PutField(out, tag, {&value, 1});
}

}  // namespace

FileMetaData FileMetaData::Clone() const {
  FileMetaData copy;
  copy.number = number;
  copy.size_bytes = size_bytes;
  copy.smallest_seqno = smallest_seqno;
  copy.largest_seqno = largest_seqno;
  copy.epoch_number = epoch_number;
  copy.level = level;
  copy.SetPayload(smallest(), largest(), custom());
  return copy;
}

void FileMetaData::SetPayload(std::string_view smallest, std::string_view largest,
                              std::string_view custom) {
  SetPayload(smallest, largest, std::span<const std::string_view>(&custom, 1));
}

void FileMetaData::SetPayload(std::string_view smallest, std::string_view largest,
                              std::span<const std::string_view> custom) {
  size_t custom_size = 0;
  for (const std::string_view piece : custom) custom_size += piece.size();
  // The arguments may point into the payload that is replaced, so that one goes last.
  auto payload =
      std::make_unique_for_overwrite<char[]>(smallest.size() + largest.size() + custom_size);
  char* end = Put(payload.get(), smallest);
  end = Put(end, largest);
  for (const std::string_view piece : custom) end = Put(end, piece);
  smallest_size_ = static_cast<uint32_t>(smallest.size());
  largest_size_ = static_cast<uint32_t>(largest.size());
  custom_size_ = static_cast<uint32_t>(custom_size);
  payload_ = std::move(payload);
}

Result<FileCustomFields> FileMetaData::DecodeCustom() const {
  FileCustomFields fields;
  uint64_t seen = 0;  // bit a tag below 64; PathId at bit 0
  Decoder in(custom());
  while (!in.empty()) {
    CustomField field;
    Status status = TakeCustomField(&in, &field);
    if (!status.ok()) return std::move(status).Within(fmt::format("SST {}", number.value));
    const uint32_t bit = field.tag == static_cast<uint32_t>(FileTag::kPathId) ? 0 : field.tag;
    const bool known = CustomTagName(field.tag) != "unknown";
    if (known && ((seen >> bit) & 1) != 0) {
      return Status::Corruption(fmt::format("SST {}: custom field {} ({}) stands twice",
                                            number.value, field.tag, CustomTagName(field.tag)));
    }
    if (known) seen |= uint64_t{1} << bit;
    SetField(field, &fields);
  }
  return fields;
}

FileNumber OldestBlobFileNumber(const FileMetaData& file) {
  return FileNumber{CustomInteger(FindCustomField(file.custom(), FileTag::kOldestBlobFileNumber))};
}

uint8_t PathId(const FileMetaData& file) {
  const std::string_view value = FindCustomField(file.custom(), FileTag::kPathId);
  return value.empty() ? uint8_t{0} : static_cast<uint8_t>(value[0]);
}

std::string EncodeCustom(const FileCustomFields& fields) {
  std::string out;
  PutIntegerField(&out, FileTag::kOldestAncesterTime, fields.oldest_ancester_time_s);
  PutIntegerField(&out, FileTag::kFileCreationTime, fields.file_creation_time_s);
  if (!fields.file_checksum.empty() || !fields.file_checksum_func_name.empty()) {
    PutField(&out, FileTag::kFileChecksum, fields.file_checksum);
    PutField(&out, FileTag::kFileChecksumFuncName, fields.file_checksum_func_name);
  }
  if (fields.temperature != 0) PutByteField(&out, FileTag::kTemperature, fields.temperature);
  if (fields.marked_for_compaction) PutByteField(&out, FileTag::kNeedCompaction, 1);
  PutIntegerField(&out, FileTag::kOldestBlobFileNumber, fields.oldest_blob_file_number.value);
  if (fields.unique_id) {
    PutField(&out, FileTag::kUniqueId, {fields.unique_id->data(), fields.unique_id->size()});
  }
  PutIntegerField(&out, FileTag::kCompensatedRangeDeletionSize,
                  fields.compensated_range_deletion_size);
  PutIntegerField(&out, FileTag::kTailSize, fields.tail_size_bytes);
  if (!fields.user_defined_timestamps_persisted) {
    PutByteField(&out, FileTag::kUserDefinedTimestampsPersisted, 0);
  }
  if (fields.min_timestamp) PutField(&out, FileTag::kMinTimestamp, *fields.min_timestamp);
  if (fields.max_timestamp) PutField(&out, FileTag::kMaxTimestamp, *fields.max_timestamp);
  for (const auto& [tag, value] : fields.unknown) {
    PutVarint32(&out, tag);
    PutLengthPrefixed(&out, value);
  }
  return out;
}

}  // namespace rescale::manifest
