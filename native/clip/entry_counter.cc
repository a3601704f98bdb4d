// SPDX-License-Identifier: Apache-2.0
#include "clip/entry_counter.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/internal_key.h"
#include "sst/block.h"

namespace rescale::clip {

void EntryCounts::AddEntry(std::string_view internal_key, size_t value_size) {
  ++entries;
  key_bytes += internal_key.size();
  value_bytes += value_size;
  const char type = internal_key[internal_key.size() - kInternalKeyFooterBytes];
  switch (static_cast<ValueType>(static_cast<uint8_t>(type))) {
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

Result<EntryCounter> EntryCounter::Create(const sst::TableReader& table) {
  EntryCounter counter(table);
  if (const std::optional<sst::BlockHandle> dictionary =
          table.FindMetaBlock("rocksdb.compression_dict")) {
    RESCALE_ASSIGN_OR_RETURN(sst::RawBlock block, table.ReadRawBlock(*dictionary));
    counter.dictionary_ = std::make_unique<sst::CompressionDictionary>(std::move(block.payload));
  }
  return counter;
}

Status EntryCounter::CountEntries(std::string_view block) {
  RESCALE_ASSIGN_OR_RETURN(const sst::BlockLayout layout, sst::ParseBlockLayout(block));
  sst::BlockCursor cursor(block, layout);
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    if (cursor.key().size() < kInternalKeyFooterBytes) {
      return Status::Corruption(fmt::format("an internal key of {} bytes", cursor.key().size()));
    }
    counts_.AddEntry(cursor.key(), cursor.value().size());
  }
  return cursor.status();
}

Status EntryCounter::CountBlock(const sst::BlockHandle& block, std::string_view payload,
                                uint8_t compression_type) {
  ++blocks_counted_;
  Status status;
  if (compression_type == static_cast<uint8_t>(sst::CompressionType::kNone)) {
    status = CountEntries(payload);
  } else {
    status = decompressor_.Decompress(compression_type, payload, dictionary_.get(), &raw_);
    if (status.ok()) status = CountEntries(raw_);
  }
  return std::move(status).At(table_->file().path(), block.offset_bytes);
}

}  // namespace rescale::clip
