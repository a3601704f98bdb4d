// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

// Names in the metaindex block of a table. RocksDB 11.9 `table/meta_blocks.cc`,
// `table/block_based/block_based_table_builder.cc` and `hash_index_builder` in
// `table/block_based/index_builder.cc`. Those of filters end in the name of the policy.
namespace rescale::sst::meta_block {

inline constexpr std::string_view kDictionary = "rocksdb.compression_dict";
inline constexpr std::string_view kHashIndexMetadata = "rocksdb.hashindex.metadata";
inline constexpr std::string_view kHashIndexPrefixes = "rocksdb.hashindex.prefixes";
inline constexpr std::string_view kIndex = "rocksdb.index";
inline constexpr std::string_view kProperties = "rocksdb.properties";
inline constexpr std::string_view kRangeDeletions = "rocksdb.range_del";

}  // namespace rescale::sst::meta_block
