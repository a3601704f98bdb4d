// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "rescale/status.h"

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

}  // namespace rescale::sst
