// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "rescale/status.h"
#include "sst/table_reader.h"

namespace rescale::sst {

// What a filter block, or a partition of one, is. Five bytes of metadata stand at its end; the
// first of them, signed, tells: probes of a legacy Bloom filter, -1 Bloom, -2 Ribbon.
// RocksDB 11.9 `table/block_based/filter_policy.cc`, GetBuiltinFilterBitsReader.
enum class FilterKind : uint8_t {
  kNoKeys,       // no key was added: lets none through
  kLegacyBloom,  // up to format_version 4
  kBloom,        // format_version 5 and later, 64-byte blocks
  kRibbon,
  kUnknown,  // a reserved form, or damaged: lets every key through, as RocksDB does
};
std::string_view FilterKindName(FilterKind kind);

// One filter block; its bytes must outlive it. Safe to read from several threads.
class FilterBlock {
 public:
  explicit FilterBlock(std::string_view contents);
  FilterKind kind() const { return kind_; }
  bool MayContain(std::string_view key) const;

 private:
  void ParseLegacyBloom(uint32_t probes, uint32_t lines);
  void ParseBloom(std::string_view metadata);
  void ParseRibbon(std::string_view metadata);

  FilterKind kind_ = FilterKind::kUnknown;
  std::string_view bits_;
  uint32_t probes_ = 0;           // Bloom
  uint32_t lines_ = 0;            // legacy Bloom
  uint32_t line_bytes_log2_ = 0;  // legacy Bloom
  uint32_t blocks_ = 0;           // Ribbon
  uint32_t seed_ = 0;             // Ribbon
};

// Asks a table's filter, whole or in partitions, for keys in rising order; holds one partition at a
// time. Not thread-safe. The table must outlive it.
class TableFilter {
 public:
  // Null when the table has no filter that holds whole keys, or one of a policy not built in.
  static Result<std::unique_ptr<TableFilter>> Open(const TableReader& table);
  ~TableFilter();

  // What a Get of this key would be told. Keys must not go backwards.
  Result<bool> MayContain(std::string_view internal_key);
  FilterKind kind() const;  // of the block at hand

 private:
  struct Rep;
  explicit TableFilter(std::unique_ptr<Rep> rep);
  std::unique_ptr<Rep> rep_;
};

}  // namespace rescale::sst
