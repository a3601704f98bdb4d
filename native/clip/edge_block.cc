// SPDX-License-Identifier: Apache-2.0
#include "clip/edge_block.h"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <utility>

#include "base/internal_key.h"
#include "sst/block.h"
#include "sst/block_builder.h"
#include "sst/property_names.h"

namespace rescale::clip {
namespace {

// RocksDB's default; taken for blocks too short to show theirs.
constexpr uint32_t kDefaultRestartInterval = 16;

using VisitEntry = std::function<void(const sst::BlockCursor&)>;

// Calls `visit` for each entry of a decoded block; checks that keys are internal keys in order.
Status ForEachEntry(std::string_view raw, const VisitEntry& visit) {
  RESCALE_ASSIGN_OR_RETURN(const sst::BlockLayout layout, sst::ParseBlockLayout(raw));
  sst::BlockCursor cursor(raw, layout);
  std::string previous;
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    const std::string_view key = cursor.key();
    if (key.size() < kInternalKeyFooterBytes) {
      return Status::Corruption(fmt::format("an internal key of {} bytes", key.size()));
    }
    if (!previous.empty() && CompareInternalKeys(previous, key) >= 0) {
      return Status::Corruption(
          fmt::format("key {} does not follow {}", EscapeKey(key), EscapeKey(previous)));
    }
    previous.assign(key);
    visit(cursor);
  }
  return cursor.status();
}

// How many entries stand before the second restart; none when there is only one.
Result<std::optional<uint32_t>> SeenRestartInterval(std::string_view raw) {
  RESCALE_ASSIGN_OR_RETURN(const sst::BlockLayout layout, sst::ParseBlockLayout(raw));
  if (layout.restart_count < 2) return std::optional<uint32_t>();
  sst::BlockCursor cursor(raw, layout);
  uint32_t count = 0;
  for (cursor.SeekToFirst(); cursor.Valid() && (count == 0 || !cursor.is_restart());
       cursor.Next()) {
    ++count;
  }
  RESCALE_RETURN_IF_ERROR(cursor.status());
  return std::optional<uint32_t>(count);
}

Result<uint32_t> RestartInterval(const sst::Properties& properties, std::string_view raw) {
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint64_t> declared,
                           properties.Varint(sst::property::kDataRestartInterval));
  if (declared && *declared != 0 && *declared <= sst::BlockBuilder::kOneRestart) {
    return static_cast<uint32_t>(*declared);
  }
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint32_t> seen, SeenRestartInterval(raw));
  return seen.value_or(kDefaultRestartInterval);
}

Result<EdgeBlock> CutRawBlock(const sst::TableReader& table, std::string_view raw,
                              const KeyRange& range) {
  RESCALE_ASSIGN_OR_RETURN(const uint32_t interval, RestartInterval(table.properties(), raw));
  EdgeBlock edge;
  sst::BlockBuilder builder(interval);
  RESCALE_RETURN_IF_ERROR(ForEachEntry(raw, [&](const sst::BlockCursor& cursor) {
    const bool keep = range.Contains(UserKeyOf(cursor.key()));
    (keep ? edge.kept : edge.dropped).AddEntry(cursor.key(), cursor.value().size());
    if (!keep) return;
    if (edge.first_kept.empty()) edge.first_kept = cursor.key();
    edge.last_kept = cursor.key();
    builder.Add(cursor.key(), cursor.value());
  }));
  if (edge.is_cut()) edge.payload = builder.Finish();
  return edge;
}

// Decodes a block and calls `visit` for each entry.
Status VisitBlock(const sst::TableReader& table, const sst::BlockHandle& block,
                  const VisitEntry& visit) {
  RESCALE_ASSIGN_OR_RETURN(const std::string raw, table.ReadBlock(block, /*is_data_block=*/true));
  return ForEachEntry(raw, visit).At(table.file().path(), block.offset_bytes);
}

Result<std::string> RequireKey(const sst::TableReader& table, const sst::BlockHandle& block,
                               std::string key) {
  if (!key.empty()) return key;
  return Status::Corruption("a data block without entries")
      .At(table.file().path(), block.offset_bytes);
}

}  // namespace

Result<EdgeBlock> CutEdgeBlock(const sst::TableReader& table, const sst::BlockHandle& block,
                               const KeyRange& range) {
  RESCALE_ASSIGN_OR_RETURN(const std::string raw, table.ReadBlock(block, /*is_data_block=*/true));
  Result<EdgeBlock> edge = CutRawBlock(table, raw, range);
  if (!edge.ok()) return std::move(edge).status().At(table.file().path(), block.offset_bytes);
  return edge;
}

Result<std::string> ReadFirstKey(const sst::TableReader& table, const sst::BlockHandle& block) {
  std::string first;
  RESCALE_RETURN_IF_ERROR(VisitBlock(table, block, [&](const sst::BlockCursor& cursor) {
    if (first.empty()) first = cursor.key();
  }));
  return RequireKey(table, block, std::move(first));
}

Result<std::string> ReadLastKey(const sst::TableReader& table, const sst::BlockHandle& block) {
  std::string last;
  RESCALE_RETURN_IF_ERROR(
      VisitBlock(table, block, [&](const sst::BlockCursor& cursor) { last = cursor.key(); }));
  return RequireKey(table, block, std::move(last));
}

}  // namespace rescale::clip
