// SPDX-License-Identifier: Apache-2.0
#include "verify/table_counts.h"

#include <fmt/format.h>

#include <algorithm>

#include "sst/property_names.h"

namespace rescale::verify {
namespace {

Status CheckProperty(const sst::Properties& properties, std::string_view name, uint64_t counted) {
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint64_t> stored, properties.Varint(name));
  if (!stored || *stored == counted) return Status::Ok();
  return Status::Corruption(
      fmt::format("property {} says {}, but the file holds {}", name, *stored, counted));
}

// rocksdb.data.size ends with the last data block, or with the padding behind it.
Status CheckDataSize(const sst::TableReader& reader, const TableCounts& counts) {
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint64_t> stored,
                           reader.properties().Varint(sst::property::kDataSize));
  if (!stored) return Status::Ok();
  uint64_t limit =
      std::min(reader.index_handle().offset_bytes, reader.footer().metaindex.offset_bytes);
  for (const auto& [name, handle] : reader.metaindex()) {
    limit = std::min(limit, handle.offset_bytes);
  }
  if (*stored >= counts.data_end_bytes && *stored <= limit) return Status::Ok();
  return Status::Corruption(
      fmt::format("property {} says {}, but data blocks end at {} and others "
                  "begin at or before {}",
                  sst::property::kDataSize, *stored, counts.data_end_bytes, limit));
}

}  // namespace

void TableCounts::AddPoint(const InternalKey& key, size_t key_bytes, size_t value_bytes) {
  ++points;
  raw_key_bytes += key_bytes;
  raw_value_bytes += value_bytes;
  switch (key.type()) {
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

void TableCounts::AddTombstone(const sst::RangeTombstone& tombstone) {
  ++tombstones;
  raw_key_bytes += tombstone.begin.size() + kInternalKeyFooterBytes;
  raw_value_bytes += tombstone.end.size();
}

Status CheckCounts(const sst::TableReader& reader, const TableCounts& counts) {
  const sst::Properties& p = reader.properties();
  RESCALE_RETURN_IF_ERROR(
      CheckProperty(p, sst::property::kNumEntries, counts.points + counts.tombstones));
  RESCALE_RETURN_IF_ERROR(
      CheckProperty(p, sst::property::kDeletedKeys, counts.deletions + counts.tombstones));
  RESCALE_RETURN_IF_ERROR(CheckProperty(p, sst::property::kMergeOperands, counts.merges));
  RESCALE_RETURN_IF_ERROR(CheckProperty(p, sst::property::kNumRangeDeletions, counts.tombstones));
  RESCALE_RETURN_IF_ERROR(CheckProperty(p, sst::property::kRawKeySize, counts.raw_key_bytes));
  RESCALE_RETURN_IF_ERROR(CheckProperty(p, sst::property::kRawValueSize, counts.raw_value_bytes));
  // RocksDB 11.8 does not count the blocks that it buffered to train a dictionary, whether one came
  // of it or not (seen in its files); the property is for statistics only. More than there are is
  // wrong.
  RESCALE_ASSIGN_OR_RETURN(const auto data_blocks, p.Varint(sst::property::kNumDataBlocks));
  if (data_blocks.value_or(0) > counts.data_blocks) {
    RESCALE_RETURN_IF_ERROR(CheckProperty(p, sst::property::kNumDataBlocks, counts.data_blocks));
  }
  if (p.Raw(sst::property::kEmbeddedBlobStats)) return Status::Ok();
  return CheckDataSize(reader, counts);
}

}  // namespace rescale::verify
