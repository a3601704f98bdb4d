// SPDX-License-Identifier: Apache-2.0
#include "clip/cuttable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/internal_key.h"
#include "sst/meta_block_names.h"
#include "sst/property_names.h"

namespace rescale::clip {
namespace {

constexpr std::string_view kBytewiseComparator = "leveldb.BytewiseComparator";

// Meta blocks that are known: copied, rewritten, or left out because they are optional. A block we
// do not know may hold offsets, so a table with one is not cut.
constexpr std::array<std::string_view, 6> kKnownBlocks = {
    sst::meta_block::kProperties,        sst::meta_block::kIndex,
    sst::meta_block::kRangeDeletions,    sst::meta_block::kDictionary,
    sst::meta_block::kHashIndexPrefixes, sst::meta_block::kHashIndexMetadata};
constexpr std::array<std::string_view, 3> kKnownBlockPrefixes = {"fullfilter.",
                                                                 "partitionedfilter.", "filter."};

bool IsKnownBlock(std::string_view name) {
  return std::find(kKnownBlocks.begin(), kKnownBlocks.end(), name) != kKnownBlocks.end() ||
         std::any_of(kKnownBlockPrefixes.begin(), kKnownBlockPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

Status CheckComparator(const sst::Properties& properties) {
  const std::string_view comparator = properties.Raw(sst::property::kComparator).value_or("");
  if (comparator == kBytewiseComparator) return Status::Ok();
  return Status::NotSupported(fmt::format("property {} is \"{}\"; only {} is cut",
                                          sst::property::kComparator, EscapeKey(comparator),
                                          kBytewiseComparator));
}

}  // namespace

Status CheckCuttable(const sst::TableReader& table) {
  const sst::Properties& properties = table.properties();
  RESCALE_RETURN_IF_ERROR(CheckComparator(properties));
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint64_t> timestamps,
                           properties.Varint(sst::property::kTimestampsPersisted));
  if (timestamps.value_or(1) == 0) {
    return Status::NotSupported(fmt::format("property {}: user-defined timestamps are not cut",
                                            sst::property::kTimestampsPersisted));
  }
  if (properties.Raw(sst::property::kEmbeddedBlobStats)) {
    return Status::NotSupported(
        fmt::format("property {}: blobs inside the SST are found by offset and cannot be moved",
                    sst::property::kEmbeddedBlobStats));
  }
  if (properties.Raw(sst::property::kUserDefinedIndexIsPrimary)) {
    return Status::NotSupported(fmt::format("property {}: a user-defined index cannot be rebuilt",
                                            sst::property::kUserDefinedIndexIsPrimary));
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
