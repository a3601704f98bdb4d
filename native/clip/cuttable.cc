// SPDX-License-Identifier: Apache-2.0
#include "clip/cuttable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/internal_key.h"

namespace rescale::clip {
namespace {

constexpr std::string_view kComparator = "rocksdb.comparator";
constexpr std::string_view kBytewiseComparator = "leveldb.BytewiseComparator";
constexpr std::string_view kTimestampsPersisted = "rocksdb.user.defined.timestamps.persisted";
constexpr std::string_view kEmbeddedBlobs = "rocksdb.embedded.blob.stats";
constexpr std::string_view kUserDefinedIndexIsPrimary = "rocksdb.udi.is.primary.index";

// Meta blocks that are known: copied, rewritten, or left out because they are optional. A block we
// do not know may hold offsets, so a table with one is not cut.
constexpr std::array<std::string_view, 6> kKnownBlocks = {
    "rocksdb.properties",         "rocksdb.index",
    "rocksdb.range_del",          "rocksdb.compression_dict",
    "rocksdb.hashindex.prefixes", "rocksdb.hashindex.metadata"};
constexpr std::array<std::string_view, 3> kKnownBlockPrefixes = {"fullfilter.",
                                                                 "partitionedfilter.", "filter."};

bool IsKnownBlock(std::string_view name) {
  return std::find(kKnownBlocks.begin(), kKnownBlocks.end(), name) != kKnownBlocks.end() ||
         std::any_of(kKnownBlockPrefixes.begin(), kKnownBlockPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

Status CheckComparator(const sst::Properties& properties) {
  const std::string_view comparator = properties.Raw(kComparator).value_or("");
  if (comparator == kBytewiseComparator) return Status::Ok();
  return Status::NotSupported(fmt::format("property {} is \"{}\"; only {} is cut", kComparator,
                                          EscapeKey(comparator), kBytewiseComparator));
}

}  // namespace

Status CheckCuttable(const sst::TableReader& table) {
  const sst::Properties& properties = table.properties();
  RESCALE_RETURN_IF_ERROR(CheckComparator(properties));
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint64_t> timestamps,
                           properties.Varint(kTimestampsPersisted));
  if (timestamps.value_or(1) == 0) {
    return Status::NotSupported(
        fmt::format("property {}: user-defined timestamps are not cut", kTimestampsPersisted));
  }
  if (properties.Raw(kEmbeddedBlobs)) {
    return Status::NotSupported(
        fmt::format("property {}: blobs inside the SST are found by offset and cannot be moved",
                    kEmbeddedBlobs));
  }
  if (properties.Raw(kUserDefinedIndexIsPrimary)) {
    return Status::NotSupported(fmt::format("property {}: a user-defined index cannot be rebuilt",
                                            kUserDefinedIndexIsPrimary));
  }
  for (const auto& [name, block] : table.metaindex()) {
    if (!IsKnownBlock(name)) {
      return Status::NotSupported(
          fmt::format("meta block {}: not known, so it cannot be carried over", EscapeKey(name)));
    }
  }
  return Status::Ok();
}

}  // namespace rescale::clip
