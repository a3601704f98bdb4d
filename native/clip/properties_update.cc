// SPDX-License-Identifier: Apache-2.0
#include "clip/properties_update.h"

#include "clip/tombstone_cut.h"

namespace rescale::clip {
namespace {

// RocksDB 11.9 `table/table_properties.cc`, `table/block_based/block_based_table_factory.cc`.
constexpr std::string_view kNumEntries = "rocksdb.num.entries";
constexpr std::string_view kDeletedKeys = "rocksdb.deleted.keys";
constexpr std::string_view kMergeOperands = "rocksdb.merge.operands";
constexpr std::string_view kNumRangeDeletions = "rocksdb.num.range-deletions";
constexpr std::string_view kRawKeySize = "rocksdb.raw.key.size";
constexpr std::string_view kRawValueSize = "rocksdb.raw.value.size";
constexpr std::string_view kDataSize = "rocksdb.data.size";
constexpr std::string_view kIndexSize = "rocksdb.index.size";
constexpr std::string_view kFilterSize = "rocksdb.filter.size";
constexpr std::string_view kNumDataBlocks = "rocksdb.num.data.blocks";
constexpr std::string_view kTailStartOffset = "rocksdb.tail.start.offset";
constexpr std::string_view kIndexType = "rocksdb.block.based.table.index.type";
constexpr std::string_view kIndexPartitions = "rocksdb.index.partitions";
constexpr std::string_view kTopLevelIndexSize = "rocksdb.top-level.index.size";
constexpr std::string_view kIndexRestartInterval = "rocksdb.index.block.restart.interval";
constexpr std::string_view kNumUniformBlocks = "rocksdb.num.uniform.blocks";
constexpr std::string_view kNumFilterEntries = "rocksdb.num.filter_entries";
constexpr std::string_view kLargestSeqno = "rocksdb.key.largest.seqno";
constexpr std::string_view kSmallestSeqno = "rocksdb.key.smallest.seqno";
constexpr std::string_view kDbIdentity = "rocksdb.creating.db.identity";
constexpr std::string_view kSessionIdentity = "rocksdb.creating.session.identity";
constexpr std::string_view kOriginalFileNumber = "rocksdb.original.file.number";

void SetIfPresent(sst::Properties* properties, std::string_view name, uint64_t value) {
  if (properties->Raw(name)) properties->SetVarint(name, value);
}

void SetCounts(const TableFacts& facts, sst::Properties* properties) {
  const uint64_t tombstones = facts.tombstones->size();
  properties->SetVarint(kNumEntries, facts.points.entries + tombstones);
  properties->SetVarint(kDeletedKeys, facts.points.deletions + tombstones);
  properties->SetVarint(kMergeOperands, facts.points.merges);
  properties->SetVarint(kNumRangeDeletions, tombstones);
  properties->SetVarint(kRawKeySize, facts.points.key_bytes + TombstoneKeyBytes(*facts.tombstones));
  properties->SetVarint(kRawValueSize,
                        facts.points.value_bytes + TombstoneValueBytes(*facts.tombstones));
}

void SetLayout(const TableFacts& facts, sst::Properties* properties) {
  properties->SetVarint(kDataSize, facts.data_size_bytes);
  properties->SetVarint(kIndexSize, facts.index.payload_bytes + sst::kBlockTrailerBytes);
  properties->SetVarint(kFilterSize, facts.filter_payload_bytes);
  properties->SetVarint(kNumDataBlocks, facts.data_blocks);
  SetIfPresent(properties, kTailStartOffset, facts.tail_offset_bytes);
  properties->SetFixed32(kIndexType, facts.index.type);
  properties->Erase(kIndexPartitions);
  properties->Erase(kTopLevelIndexSize);
  if (facts.index.partitions != 0) {
    properties->SetVarint(kIndexPartitions, facts.index.partitions);
    properties->SetVarint(kTopLevelIndexSize, facts.index.top_level_payload_bytes);
  }
  SetIfPresent(properties, kIndexRestartInterval, 1);
  SetIfPresent(properties, kNumUniformBlocks, 0);  // index blocks; ours is not marked uniform
  if (!facts.has_filter) SetIfPresent(properties, kNumFilterEntries, 0);
}

}  // namespace

Result<std::optional<EntryCounts>> PointCountsByProperties(
    const sst::Properties& properties, const std::vector<sst::RangeTombstone>& tombstones) {
  RESCALE_ASSIGN_OR_RETURN(const auto entries, properties.Varint(kNumEntries));
  RESCALE_ASSIGN_OR_RETURN(const auto deletions, properties.Varint(kDeletedKeys));
  RESCALE_ASSIGN_OR_RETURN(const auto merges, properties.Varint(kMergeOperands));
  RESCALE_ASSIGN_OR_RETURN(const auto range_deletions, properties.Varint(kNumRangeDeletions));
  RESCALE_ASSIGN_OR_RETURN(const auto key_bytes, properties.Varint(kRawKeySize));
  RESCALE_ASSIGN_OR_RETURN(const auto value_bytes, properties.Varint(kRawValueSize));
  if (!entries || !deletions || !merges || !key_bytes || !value_bytes ||
      range_deletions.value_or(0) != tombstones.size()) {
    return std::optional<EntryCounts>();
  }
  const EntryCounts total{*entries, *deletions, *merges, *key_bytes, *value_bytes};
  const EntryCounts of_tombstones{tombstones.size(), tombstones.size(), 0,
                                  TombstoneKeyBytes(tombstones), TombstoneValueBytes(tombstones)};
  EntryCounts points;
  if (!Subtract(total, of_tombstones, &points)) return std::optional<EntryCounts>();
  return std::optional<EntryCounts>(points);
}

sst::Properties UpdateProperties(const sst::Properties& source, const TableFacts& facts) {
  sst::Properties properties = source;
  SetCounts(facts, &properties);
  SetLayout(facts, &properties);
  if (facts.only_sequence) {
    SetIfPresent(&properties, kLargestSeqno, facts.only_sequence->value);
    SetIfPresent(&properties, kSmallestSeqno, facts.only_sequence->value);
  }
  // Block-cache keys are made of these two: with the source's, cached blocks of the source would be
  // found at equal offsets of this file (RocksDB `cache/cache_key.cc`).
  properties.SetRaw(kSessionIdentity, std::string(facts.session_id));
  properties.SetVarint(kOriginalFileNumber, facts.number.value);
  return properties;
}

bool UniqueIdOf(const sst::Properties& properties, FileNumber number, std::string_view session_id,
                UniqueId* id) {
  const std::string_view db_id = properties.Raw(kDbIdentity).value_or("");
  return !db_id.empty() && number.value != 0 && ComputeUniqueId(db_id, session_id, number, id);
}

}  // namespace rescale::clip
