// SPDX-License-Identifier: Apache-2.0
#include "flink_state/rocksdb_options.h"

#include <rocksdb/convenience.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include <memory>

namespace flink_state {
namespace {

using rescale::Status;
using BlockBased = rocksdb::BlockBasedTableOptions;

std::shared_ptr<const rocksdb::FilterPolicy> MakeFilterPolicy(Filter filter) {
  switch (filter) {
    case Filter::kNone:
      return nullptr;
    case Filter::kRibbon:
      return std::shared_ptr<const rocksdb::FilterPolicy>(rocksdb::NewRibbonFilterPolicy(10));
    case Filter::kBloom:
    case Filter::kPartitionedBloom:
      break;
  }
  return std::shared_ptr<const rocksdb::FilterPolicy>(rocksdb::NewBloomFilterPolicy(10));
}

BlockBased MakeTableOptions(const TableShape& shape) {
  BlockBased table;
  table.index_type = shape.index_type;
  table.filter_policy = MakeFilterPolicy(shape.filter);
  if (shape.filter == Filter::kPartitionedBloom) {
    table.partition_filters = true;
    table.index_type = BlockBased::kTwoLevelIndexSearch;  // partitioned filters need it
  }
  table.checksum = shape.checksum;
  table.format_version = shape.format_version;
  table.block_size = shape.block_size_bytes;
  table.block_restart_interval = shape.block_restart_interval;
  table.index_block_restart_interval = shape.index_block_restart_interval;
  table.metadata_block_size = shape.metadata_block_size_bytes;
  table.whole_key_filtering = shape.whole_key_filtering;
  if (shape.data_block_hash_index) {
    table.data_block_index_type = BlockBased::kDataBlockBinaryAndHash;
  }
  return table;
}

void SetLsmShape(const LsmShape& shape, rocksdb::ColumnFamilyOptions* options) {
  options->compaction_style =
      shape.universal ? rocksdb::kCompactionStyleUniversal : rocksdb::kCompactionStyleLevel;
  options->level_compaction_dynamic_level_bytes = shape.dynamic_level_bytes;
  options->disable_auto_compactions = !shape.auto_compactions;
  options->write_buffer_size = shape.write_buffer_bytes;
  options->target_file_size_base = shape.target_file_bytes;
  options->max_bytes_for_level_base = shape.level_base_bytes;
  options->max_bytes_for_level_multiplier = 4;
  options->level0_file_num_compaction_trigger = 4;
  if (shape.blobs) {
    options->enable_blob_files = true;
    options->min_blob_size = 64;
    options->blob_file_size = 128 << 10;
  }
}

}  // namespace

rocksdb::DBOptions MakeDbOptions() {
  rocksdb::DBOptions options;
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.info_log_level = rocksdb::WARN_LEVEL;
  return options;
}

rescale::Result<rocksdb::ColumnFamilyOptions> MakeColumnFamilyOptions(const StateOptions& state,
                                                                      const std::string& name) {
  rocksdb::ColumnFamilyOptions options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(MakeTableOptions(state.table)));
  options.compression = state.table.compression;
  options.compression_opts.max_dict_bytes = state.table.dictionary_bytes;
  if (state.table.compression == rocksdb::kZSTD) {
    options.compression_opts.zstd_max_train_bytes = 8 * state.table.dictionary_bytes;
  }
  if (state.table.key_group_prefix_extractor ||
      state.table.index_type == TableShape::BlockBased::kHashSearch) {
    options.prefix_extractor.reset(
        rocksdb::NewFixedPrefixTransform(state.max_parallelism.prefix_bytes()));
  }
  SetLsmShape(state.lsm, &options);
  if (name == kListState) {
    const rocksdb::Status made = rocksdb::MergeOperator::CreateFromString(
        rocksdb::ConfigOptions(), "stringappendtest", &options.merge_operator);
    if (!made.ok()) return FromRocksDb(made, name);
  }
  return options;
}

rescale::Status FromRocksDb(const rocksdb::Status& status, const std::string& path) {
  if (status.ok()) return Status::Ok();
  const std::string text = "RocksDB: " + status.ToString();
  if (status.IsCorruption()) return Status::Corruption(text).At(path);
  if (status.IsIOError()) return Status::IoError(text).At(path);
  return Status::Internal(text).At(path);
}

}  // namespace flink_state
