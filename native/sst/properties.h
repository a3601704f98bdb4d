// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "rescale/status.h"
#include "rescale/types.h"

namespace rescale::sst {

// The properties block as it is: name to raw value, sorted. Numbers are varint64 unless the table
// in docs/formats/sst.md says otherwise. RocksDB `table/meta_blocks.cc`,
// `table/table_properties.cc`.
class Properties {
 public:
  const std::map<std::string, std::string, std::less<>>& all() const { return values_; }
  void SetRaw(std::string_view name, std::string value) {
    values_[std::string(name)] = std::move(value);
  }
  void SetVarint(std::string_view name, uint64_t value);
  void SetFixed32(std::string_view name, uint32_t value);
  void Erase(std::string_view name);

  std::optional<std::string_view> Raw(std::string_view name) const;
  // None when absent; Corruption when present and not one whole varint64 (fixed32).
  Result<std::optional<uint64_t>> Varint(std::string_view name) const;
  Result<std::optional<uint32_t>> Fixed32(std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

// Decodes the payload of a properties block. Corruption when it is damaged, or its names are not
// strictly increasing.
Result<Properties> DecodeProperties(std::string_view block);

// The sequence number under which every key of an ingested file is read: the property when it is
// not 0, else the MANIFEST's largest_seqno of the file. None for a file that was not ingested.
// Corruption when both are given and differ. RocksDB 11.9
// `table/block_based/block_based_table_reader.cc`, GetGlobalSequenceNumber.
Result<std::optional<SequenceNumber>> GlobalSequenceNumber(const Properties& properties,
                                                           SequenceNumber manifest_largest);

}  // namespace rescale::sst
