// SPDX-License-Identifier: Apache-2.0
#include "manifest/edit_fields.h"

#include <fmt/format.h>

#include "base/internal_key.h"

namespace rescale::manifest {
namespace {

constexpr uint32_t kBlobEndTag = 0;
constexpr uint32_t kBlobMustKnowBit = 1u << 6;
constexpr uint32_t kWalEndTag = 1;
constexpr uint32_t kWalSyncedSizeTag = 2;

Status CutShort(std::string_view what) {
  return Status::Corruption(fmt::format("{} is cut short or too large", what));
}

Status TakeBlobCustomFields(Decoder* in) {
  for (;;) {
    uint32_t tag = 0;
    std::string_view value;
    RESCALE_RETURN_IF_ERROR(TakeVarint32(in, "custom field tag of a blob file", &tag));
    if (tag == kBlobEndTag) return Status::Ok();
    if ((tag & kBlobMustKnowBit) != 0) {
      return Status::NotSupported(fmt::format(
          "custom field {} of a blob file is unknown and not safe to ignore: a newer RocksDB wrote "
          "it",
          tag));
    }
    RESCALE_RETURN_IF_ERROR(TakeBytes(in, "custom field of a blob file", &value));
  }
}

}  // namespace

Status TakeVarint32(Decoder* in, std::string_view what, uint32_t* v) {
  return in->GetVarint32(v) ? Status::Ok() : CutShort(what);
}

Status TakeVarint64(Decoder* in, std::string_view what, uint64_t* v) {
  return in->GetVarint64(v) ? Status::Ok() : CutShort(what);
}

Status TakeBytes(Decoder* in, std::string_view what, std::string_view* v) {
  return in->GetLengthPrefixed(v) ? Status::Ok() : CutShort(what);
}

Status TakeLevel(Decoder* in, int32_t* level) {
  uint32_t v = 0;
  RESCALE_RETURN_IF_ERROR(TakeVarint32(in, "level", &v));
  if (v >= kLevelLimit) {
    return Status::Corruption(fmt::format("level {} is beyond {}", v, kLevelLimit - 1));
  }
  *level = static_cast<int32_t>(v);
  return Status::Ok();
}

Status TakeInternalKey(Decoder* in, std::string_view what, std::string_view* key) {
  RESCALE_RETURN_IF_ERROR(TakeBytes(in, what, key));
  InternalKey parsed;
  if (!ParseInternalKey(*key, &parsed)) {
    return Status::Corruption(
        fmt::format("{} of {} bytes is no internal key, which has at least {}", what, key->size(),
                    kInternalKeyFooterBytes));
  }
  if (IsKnownValueType(parsed.type())) return Status::Ok();
  return Status::Corruption(fmt::format("{} is an entry of type 0x{:02x}, which is not known", what,
                                        parsed.packed & 0xff));
}

Status TakeBlobAddition(Decoder* in, BlobFile* blob) {
  std::string_view method;
  std::string_view value;
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "blob file number", &blob->number.value));
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "blob count", &blob->total_count));
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "blob bytes", &blob->total_bytes));
  RESCALE_RETURN_IF_ERROR(TakeBytes(in, "blob checksum method", &method));
  RESCALE_RETURN_IF_ERROR(TakeBytes(in, "blob checksum", &value));
  blob->checksum_method = method;
  blob->checksum_value = value;
  return TakeBlobCustomFields(in);
}

Status TakeBlobGarbage(Decoder* in, VersionEdit::BlobGarbage* garbage) {
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "blob file number", &garbage->number.value));
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "garbage blob count", &garbage->count));
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "garbage blob bytes", &garbage->bytes));
  return TakeBlobCustomFields(in);
}

Status TakeWalAddition(Decoder* in, Wal* wal) {
  RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "WAL number", &wal->number.value));
  for (;;) {
    uint32_t tag = 0;
    RESCALE_RETURN_IF_ERROR(TakeVarint32(in, "field tag of a WAL", &tag));
    if (tag == kWalEndTag) return Status::Ok();
    if (tag != kWalSyncedSizeTag) {
      return Status::NotSupported(
          fmt::format("field {} of a WAL is unknown: a newer RocksDB wrote it", tag));
    }
    uint64_t size = 0;
    RESCALE_RETURN_IF_ERROR(TakeVarint64(in, "synced size of a WAL", &size));
    wal->synced_size_bytes = size;
  }
}

void PutBlobAddition(const BlobFile& blob, std::string* out) {
  PutVarint64(out, blob.number.value);
  PutVarint64(out, blob.total_count);
  PutVarint64(out, blob.total_bytes);
  PutLengthPrefixed(out, blob.checksum_method);
  PutLengthPrefixed(out, blob.checksum_value);
  PutVarint32(out, kBlobEndTag);
}

void PutBlobGarbage(const VersionEdit::BlobGarbage& garbage, std::string* out) {
  PutVarint64(out, garbage.number.value);
  PutVarint64(out, garbage.count);
  PutVarint64(out, garbage.bytes);
  PutVarint32(out, kBlobEndTag);
}

void PutWalAddition(const Wal& wal, std::string* out) {
  PutVarint64(out, wal.number.value);
  if (wal.synced_size_bytes) {
    PutVarint32(out, kWalSyncedSizeTag);
    PutVarint64(out, *wal.synced_size_bytes);
  }
  PutVarint32(out, kWalEndTag);
}

}  // namespace rescale::manifest
