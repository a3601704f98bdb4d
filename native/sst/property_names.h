// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

// Names in the properties block of a table, as RocksDB 11.9 spells them in
// `table/table_properties.cc` and `table/block_based/block_based_table_factory.cc`. Values are
// varint64 where nothing is said; docs/formats/sst.md tells what they mean.
namespace rescale::sst::property {

inline constexpr std::string_view kIndexType = "rocksdb.block.based.table.index.type";  // fixed32
inline constexpr std::string_view kWholeKeyFiltering =
    "rocksdb.block.based.table.whole.key.filtering";  // "0" or "1"
inline constexpr std::string_view kColumnFamilyId = "rocksdb.column.family.id";
inline constexpr std::string_view kComparator = "rocksdb.comparator";                      // text
inline constexpr std::string_view kDbIdentity = "rocksdb.creating.db.identity";            // text
inline constexpr std::string_view kSessionIdentity = "rocksdb.creating.session.identity";  // text
inline constexpr std::string_view kCreationTime = "rocksdb.creation.time";
inline constexpr std::string_view kDataRestartInterval = "rocksdb.data.block.restart.interval";
inline constexpr std::string_view kDataSize = "rocksdb.data.size";
inline constexpr std::string_view kDeletedKeys = "rocksdb.deleted.keys";
inline constexpr std::string_view kEmbeddedBlobStats = "rocksdb.embedded.blob.stats";  // struct
inline constexpr std::string_view kGlobalSeqno =
    "rocksdb.external_sst_file.global_seqno";  // fixed64
inline constexpr std::string_view kExternalFileVersion =
    "rocksdb.external_sst_file.version";  // fixed32
inline constexpr std::string_view kFileCreationTime = "rocksdb.file.creation.time";
inline constexpr std::string_view kFilterSize = "rocksdb.filter.size";
inline constexpr std::string_view kFixedKeyLength = "rocksdb.fixed.key.length";
inline constexpr std::string_view kFormatVersion = "rocksdb.format.version";
inline constexpr std::string_view kIndexRestartInterval = "rocksdb.index.block.restart.interval";
inline constexpr std::string_view kIndexKeyIsUserKey = "rocksdb.index.key.is.user.key";
inline constexpr std::string_view kIndexPartitions = "rocksdb.index.partitions";
inline constexpr std::string_view kIndexSize = "rocksdb.index.size";
inline constexpr std::string_view kIndexValueIsDeltaEncoded =
    "rocksdb.index.value.is.delta.encoded";
inline constexpr std::string_view kLargestSeqno = "rocksdb.key.largest.seqno";
inline constexpr std::string_view kSmallestSeqno = "rocksdb.key.smallest.seqno";
inline constexpr std::string_view kMergeOperands = "rocksdb.merge.operands";
inline constexpr std::string_view kNewestKeyTime = "rocksdb.newest.key.time";
inline constexpr std::string_view kNumDataBlocks = "rocksdb.num.data.blocks";
inline constexpr std::string_view kNumDataBlocksBypassed =
    "rocksdb.num.data.blocks.compression.bypassed";
inline constexpr std::string_view kNumDataBlocksRejected =
    "rocksdb.num.data.blocks.compression.rejected";
inline constexpr std::string_view kNumEntries = "rocksdb.num.entries";
inline constexpr std::string_view kNumFilterEntries = "rocksdb.num.filter_entries";
inline constexpr std::string_view kNumRangeDeletions = "rocksdb.num.range-deletions";
inline constexpr std::string_view kNumUniformBlocks = "rocksdb.num.uniform.blocks";
inline constexpr std::string_view kOldestKeyTime = "rocksdb.oldest.key.time";
inline constexpr std::string_view kOriginalFileNumber = "rocksdb.original.file.number";
inline constexpr std::string_view kRawKeySize = "rocksdb.raw.key.size";
inline constexpr std::string_view kRawValueSize = "rocksdb.raw.value.size";
inline constexpr std::string_view kFastSampleDataSize =
    "rocksdb.sample_for_compression.fast.data.size";
inline constexpr std::string_view kSlowSampleDataSize =
    "rocksdb.sample_for_compression.slow.data.size";
inline constexpr std::string_view kSeparateKeyValue = "rocksdb.separate.key.value.in.data.block";
inline constexpr std::string_view kTailStartOffset = "rocksdb.tail.start.offset";
inline constexpr std::string_view kTopLevelIndexSize = "rocksdb.top-level.index.size";
inline constexpr std::string_view kUserDefinedIndexIsPrimary = "rocksdb.udi.is.primary.index";
inline constexpr std::string_view kTimestampsPersisted =
    "rocksdb.user.defined.timestamps.persisted";

}  // namespace rescale::sst::property
