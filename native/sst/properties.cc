// SPDX-License-Identifier: Apache-2.0
#include "sst/properties.h"

#include <fmt/format.h>

#include "base/coding.h"
#include "base/internal_key.h"
#include "sst/block.h"
#include "sst/property_names.h"

namespace rescale::sst {

void Properties::SetVarint(std::string_view name, uint64_t value) {
  std::string raw;
  PutVarint64(&raw, value);
  SetRaw(name, std::move(raw));
}

void Properties::SetFixed32(std::string_view name, uint32_t value) {
  std::string raw;
  PutFixed32(&raw, value);
  SetRaw(name, std::move(raw));
}

void Properties::Erase(std::string_view name) {
  const auto it = values_.find(name);
  if (it != values_.end()) values_.erase(it);
}

std::optional<std::string_view> Properties::Raw(std::string_view name) const {
  const auto it = values_.find(name);
  if (it == values_.end()) return std::nullopt;
  return std::string_view(it->second);
}

Result<std::optional<uint64_t>> Properties::Varint(std::string_view name) const {
  const std::optional<std::string_view> raw = Raw(name);
  if (!raw) return std::optional<uint64_t>();
  Decoder in(*raw);
  uint64_t value = 0;
  if (!in.GetVarint64(&value) || !in.empty()) {
    return Status::Corruption(fmt::format("property {}: {} bytes are not one varint64: {}", name,
                                          raw->size(), EscapeKey(raw->substr(0, 32))));
  }
  return std::optional<uint64_t>(value);
}

Result<std::optional<uint32_t>> Properties::Fixed32(std::string_view name) const {
  const std::optional<std::string_view> raw = Raw(name);
  if (!raw) return std::optional<uint32_t>();
  if (raw->size() != 4) {
    return Status::Corruption(
        fmt::format("property {}: 4 bytes expected, {} found", name, raw->size()));
  }
  return std::optional<uint32_t>(DecodeFixed32(raw->data()));
}

Result<Properties> DecodeProperties(std::string_view block) {
  RESCALE_ASSIGN_OR_RETURN(const BlockLayout layout, ParseBlockLayout(block));
  Properties properties;
  BlockCursor cursor(block, layout);
  std::string previous;
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    if (!previous.empty() && cursor.key() <= previous) {
      return Status::Corruption(fmt::format("property {} stands after {}: not in order",
                                            EscapeKey(cursor.key()), EscapeKey(previous)));
    }
    previous = cursor.key();
    properties.SetRaw(cursor.key(), std::string(cursor.value()));
  }
  RESCALE_RETURN_IF_ERROR(cursor.status());
  return properties;
}

Result<std::optional<SequenceNumber>> GlobalSequenceNumber(const Properties& properties,
                                                           SequenceNumber manifest_largest) {
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint32_t> version,
                           properties.Fixed32(property::kExternalFileVersion));
  const std::optional<std::string_view> raw = properties.Raw(property::kGlobalSeqno);
  if (raw && raw->size() != 8) {
    return Status::Corruption(fmt::format("property {}: 8 bytes expected, {} found",
                                          property::kGlobalSeqno, raw->size()));
  }
  if (!version || *version == 1) {
    if (raw) {
      return Status::Corruption(
          fmt::format("property {} in a file that was not ingested", property::kGlobalSeqno));
    }
    return std::optional<SequenceNumber>();
  }
  if (*version != 2) {
    return Status::NotSupported(fmt::format("property {}: version {}; 1 and 2 are read",
                                            property::kExternalFileVersion, *version));
  }
  const SequenceNumber own{raw ? DecodeFixed64(raw->data()) : 0};
  if (own.value == 0) return std::optional<SequenceNumber>(manifest_largest);
  if (own != manifest_largest) {
    return Status::Corruption(fmt::format(
        "ingested under sequence number {} (property {}) but the MANIFEST's largest is {}",
        own.value, property::kGlobalSeqno, manifest_largest.value));
  }
  return std::optional<SequenceNumber>(own);
}

}  // namespace rescale::sst
