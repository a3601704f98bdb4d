// SPDX-License-Identifier: Apache-2.0
#include "clip/properties_update.h"

#include "clip/tombstone_cut.h"
#include "sst/property_names.h"

namespace rescale::clip {
namespace {

namespace property = sst::property;

void SetIfPresent(sst::Properties* properties, std::string_view name, uint64_t value) {
  if (properties->Raw(name)) properties->SetVarint(name, value);
}

void SetCounts(const TableFacts& facts, sst::Properties* properties) {
  const uint64_t tombstones = facts.tombstones->size();
  properties->SetVarint(property::kNumEntries, facts.points.entries + tombstones);
  properties->SetVarint(property::kDeletedKeys, facts.points.deletions + tombstones);
  properties->SetVarint(property::kMergeOperands, facts.points.merges);
  properties->SetVarint(property::kNumRangeDeletions, tombstones);
  properties->SetVarint(property::kRawKeySize,
                        facts.points.key_bytes + TombstoneKeyBytes(*facts.tombstones));
  properties->SetVarint(property::kRawValueSize,
                        facts.points.value_bytes + TombstoneValueBytes(*facts.tombstones));
}

void SetLayout(const TableFacts& facts, sst::Properties* properties) {
  properties->SetVarint(property::kDataSize, facts.data_size_bytes);
  properties->SetVarint(property::kIndexSize, facts.index.payload_bytes + sst::kBlockTrailerBytes);
  properties->SetVarint(property::kFilterSize, facts.filter_payload_bytes);
  properties->SetVarint(property::kNumDataBlocks, facts.data_blocks);
  SetIfPresent(properties, property::kTailStartOffset, facts.tail_offset_bytes);
  properties->SetFixed32(property::kIndexType, facts.index.type);
  properties->Erase(property::kIndexPartitions);
  properties->Erase(property::kTopLevelIndexSize);
  if (facts.index.partitions != 0) {
    properties->SetVarint(property::kIndexPartitions, facts.index.partitions);
    properties->SetVarint(property::kTopLevelIndexSize, facts.index.top_level_payload_bytes);
  }
  SetIfPresent(properties, property::kIndexRestartInterval, 1);
  // Of index blocks; ours is not marked uniform.
  SetIfPresent(properties, property::kNumUniformBlocks, 0);
  if (!facts.has_filter) SetIfPresent(properties, property::kNumFilterEntries, 0);
}

}  // namespace

Result<std::optional<EntryCounts>> PointCountsByProperties(
    const sst::Properties& properties, const std::vector<sst::RangeTombstone>& tombstones) {
  RESCALE_ASSIGN_OR_RETURN(const auto entries, properties.Varint(property::kNumEntries));
  RESCALE_ASSIGN_OR_RETURN(const auto deletions, properties.Varint(property::kDeletedKeys));
  RESCALE_ASSIGN_OR_RETURN(const auto merges, properties.Varint(property::kMergeOperands));
  RESCALE_ASSIGN_OR_RETURN(const auto range_deletions,
                           properties.Varint(property::kNumRangeDeletions));
  RESCALE_ASSIGN_OR_RETURN(const auto key_bytes, properties.Varint(property::kRawKeySize));
  RESCALE_ASSIGN_OR_RETURN(const auto value_bytes, properties.Varint(property::kRawValueSize));
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
    SetIfPresent(&properties, property::kLargestSeqno, facts.only_sequence->value);
    SetIfPresent(&properties, property::kSmallestSeqno, facts.only_sequence->value);
  }
  // Block-cache keys are made of these two: with the source's, cached blocks of the source would be
  // found at equal offsets of this file (RocksDB `cache/cache_key.cc`).
  properties.SetRaw(property::kSessionIdentity, std::string(facts.session_id));
  properties.SetVarint(property::kOriginalFileNumber, facts.number.value);
  return properties;
}

bool UniqueIdOf(const sst::Properties& properties, FileNumber number, std::string_view session_id,
                UniqueId* id) {
  const std::string_view db_id = properties.Raw(property::kDbIdentity).value_or("");
  return !db_id.empty() && number.value != 0 && ComputeUniqueId(db_id, session_id, number, id);
}

}  // namespace rescale::clip
