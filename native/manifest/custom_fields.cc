// SPDX-License-Identifier: Apache-2.0
#include "manifest/custom_fields.h"

#include <fmt/format.h>

namespace rescale::manifest {
namespace {

enum class Width : uint8_t { kAny, kByte, kFixed64, kVarint64, kUniqueId };

struct TagInfo {
  uint32_t tag;
  std::string_view name;
  Width width;
};

constexpr TagInfo kTags[] = {
    {1, "Terminate", Width::kAny},
    {2, "NeedCompaction", Width::kByte},
    {3, "MinLogNumberToKeep", Width::kFixed64},
    {4, "OldestBlobFileNumber", Width::kVarint64},
    {5, "OldestAncesterTime", Width::kVarint64},
    {6, "FileCreationTime", Width::kVarint64},
    {7, "FileChecksum", Width::kAny},
    {8, "FileChecksumFuncName", Width::kAny},
    {9, "Temperature", Width::kByte},
    {10, "MinTimestamp", Width::kAny},
    {11, "MaxTimestamp", Width::kAny},
    {12, "UniqueId", Width::kUniqueId},
    {13, "EpochNumber", Width::kVarint64},
    {14, "CompensatedRangeDeletionSize", Width::kVarint64},
    {15, "TailSize", Width::kVarint64},
    {16, "UserDefinedTimestampsPersisted", Width::kByte},
    {17, "FileOpenMetadata", Width::kAny},
    {65, "PathId", Width::kByte},
};

const TagInfo* Find(uint32_t tag) {
  if (tag >= 1 && tag <= 17) return &kTags[tag - 1];
  return tag == 65 ? &kTags[std::size(kTags) - 1] : nullptr;
}

bool HasWidth(std::string_view value, Width width) {
  uint64_t ignored = 0;
  Decoder in(value);
  switch (width) {
    case Width::kAny:
      return true;
    case Width::kByte:
      return value.size() == 1;
    case Width::kFixed64:
      return value.size() == 8;
    case Width::kVarint64:
      return in.GetVarint64(&ignored) && in.empty();
    case Width::kUniqueId:
      return value.size() == sizeof(UniqueId);
  }
  return false;
}

}  // namespace

Status TakeCustomField(Decoder* in, CustomField* field) {
  const std::string_view before = in->rest();
  if (!in->GetVarint32(&field->tag)) {
    return Status::Corruption("a custom field's tag, or the terminator, is missing");
  }
  field->value = std::string_view();
  if (field->tag != static_cast<uint32_t>(FileTag::kTerminate) &&
      !in->GetLengthPrefixed(&field->value)) {
    return Status::Corruption(fmt::format("custom field {} ({}) runs past the end", field->tag,
                                          CustomTagName(field->tag)));
  }
  field->encoded = before.substr(0, before.size() - in->rest().size());
  const TagInfo* info = Find(field->tag);
  if (info == nullptr) {
    if ((field->tag & kCustomTagMustKnowBit) == 0) return Status::Ok();
    return Status::NotSupported(fmt::format(
        "custom field {} is unknown and not safe to ignore: a newer RocksDB wrote it", field->tag));
  }
  if (!HasWidth(field->value, info->width)) {
    return Status::Corruption(fmt::format("custom field {} ({}) has a wrong width: {} bytes",
                                          field->tag, info->name, field->value.size()));
  }
  if (field->tag == static_cast<uint32_t>(FileTag::kPathId) &&
      static_cast<uint8_t>(field->value[0]) > kMaxPathId) {
    return Status::Corruption(
        fmt::format("path id {} is beyond {}", static_cast<uint8_t>(field->value[0]), kMaxPathId));
  }
  return Status::Ok();
}

std::string_view CustomTagName(uint32_t tag) {
  const TagInfo* info = Find(tag);
  return info == nullptr ? "unknown" : info->name;
}

std::string_view FindCustomField(std::string_view custom, FileTag wanted) {
  Decoder in(custom);
  uint32_t tag = 0;
  std::string_view value;
  while (in.GetVarint32(&tag) && in.GetLengthPrefixed(&value)) {
    if (tag == static_cast<uint32_t>(wanted)) return value;
  }
  return {};
}

uint64_t CustomInteger(std::string_view value) {
  uint64_t v = 0;
  Decoder(value).GetVarint64(&v);
  return v;
}

}  // namespace rescale::manifest
