// SPDX-License-Identifier: Apache-2.0
#include "clip/entry_counter.h"

#include <fmt/format.h>

#include <utility>

#include "base/coding.h"
#include "base/internal_key.h"
#include "sst/block.h"

namespace rescale::clip {
namespace {

// Takes a varint32 off the front; almost all are one byte.
inline bool TakeVarint32(const char** p, const char* end, uint32_t* value) {
  if (*p < end && static_cast<signed char>(**p) >= 0) {
    *value = static_cast<uint8_t>(**p);
    ++*p;
    return true;
  }
  Decoder in(std::string_view(*p, static_cast<size_t>(end - *p)));
  if (!in.GetVarint32(value)) return false;
  *p += in.position();
  return true;
}

// Counts the entries of a block in the plain layout without putting keys together: of a key only
// its length and its type byte matter, and that byte stands in the key's tail, or at the same place
// as in the key before. False, with nothing counted, when that does not hold or an entry does not
// fit: then the block is to be read with care.
bool CountPlainEntries(std::string_view entries, EntryCounts* counts) {
  EntryCounts found;
  const char* p = entries.data();
  const char* const end = p + entries.size();
  size_t previous_size = 0;
  uint8_t type = 0;
  while (p < end) {
    uint32_t shared = 0;
    uint32_t unshared = 0;
    uint32_t value_size = 0;
    if (!TakeVarint32(&p, end, &shared) || !TakeVarint32(&p, end, &unshared) ||
        !TakeVarint32(&p, end, &value_size)) {
      return false;
    }
    const size_t size = size_t{shared} + unshared;
    if (shared > previous_size || size < kInternalKeyFooterBytes ||
        size_t{unshared} + value_size > static_cast<size_t>(end - p)) {
      return false;
    }
    const size_t type_position = size - kInternalKeyFooterBytes;
    if (type_position >= shared) {
      type = static_cast<uint8_t>(p[type_position - shared]);
    } else if (size != previous_size) {
      return false;
    }
    found.AddEntry(type, size, value_size);
    p += size_t{unshared} + value_size;
    previous_size = size;
  }
  *counts += found;
  return true;
}

}  // namespace

void EntryCounts::AddEntry(uint8_t type, size_t key_size, size_t value_size) {
  ++entries;
  key_bytes += key_size;
  value_bytes += value_size;
  switch (static_cast<ValueType>(type)) {
    case ValueType::kDeletion:
    case ValueType::kSingleDeletion:
    case ValueType::kDeletionWithTimestamp:
      ++deletions;
      break;
    case ValueType::kMerge:
      ++merges;
      break;
    default:
      break;
  }
}

void EntryCounts::AddEntry(std::string_view internal_key, size_t value_size) {
  const char type = internal_key[internal_key.size() - kInternalKeyFooterBytes];
  AddEntry(static_cast<uint8_t>(type), internal_key.size(), value_size);
}

EntryCounts& EntryCounts::operator+=(const EntryCounts& other) {
  entries += other.entries;
  deletions += other.deletions;
  merges += other.merges;
  key_bytes += other.key_bytes;
  value_bytes += other.value_bytes;
  return *this;
}

bool Subtract(const EntryCounts& total, const EntryCounts& part, EntryCounts* rest) {
  if (part.entries > total.entries || part.deletions > total.deletions ||
      part.merges > total.merges || part.key_bytes > total.key_bytes ||
      part.value_bytes > total.value_bytes) {
    return false;
  }
  *rest = {total.entries - part.entries, total.deletions - part.deletions,
           total.merges - part.merges, total.key_bytes - part.key_bytes,
           total.value_bytes - part.value_bytes};
  return true;
}

Status CountEntries(std::string_view block, EntryCounts* counts) {
  RESCALE_ASSIGN_OR_RETURN(const sst::BlockLayout layout, sst::ParseBlockLayout(block));
  if (!layout.is_separated && CountPlainEntries(block.substr(0, layout.keys_end), counts)) {
    return Status::Ok();
  }
  sst::BlockCursor cursor(block, layout);
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    if (cursor.key().size() < kInternalKeyFooterBytes) {
      return Status::Corruption(fmt::format("an internal key of {} bytes", cursor.key().size()));
    }
    counts->AddEntry(cursor.key(), cursor.value().size());
  }
  return cursor.status();
}

Status EntryCounter::CountBlock(const sst::BlockHandle& block, std::string_view payload,
                                uint8_t compression_type) {
  ++blocks_counted_;
  Status status;
  if (compression_type == static_cast<uint8_t>(sst::CompressionType::kNone)) {
    status = CountEntries(payload, &counts_);
  } else {
    status = decompressor_.Decompress(compression_type, payload, dictionary_, &raw_);
    if (status.ok()) status = CountEntries(raw_, &counts_);
  }
  return std::move(status).At(table_->file().path(), block.offset_bytes);
}

}  // namespace rescale::clip
