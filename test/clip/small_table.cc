// SPDX-License-Identifier: Apache-2.0
#include "clip/small_table.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "base/internal_key.h"
#include "clip/properties_update.h"
#include "clip/tombstone_cut.h"
#include "sst/block_builder.h"
#include "sst/table_index_builder.h"

namespace rescale::test {
namespace {

sst::Properties BaseProperties() {
  sst::Properties properties;
  properties.SetRaw("rocksdb.comparator", "leveldb.BytewiseComparator");
  properties.SetRaw("rocksdb.compression", "NoCompression");
  properties.SetRaw("rocksdb.creating.db.identity", "some-database");
  properties.SetVarint("rocksdb.index.key.is.user.key", 0);
  properties.SetVarint("rocksdb.index.value.is.delta.encoded", 1);
  properties.SetVarint("rocksdb.tail.start.offset", 0);
  properties.SetVarint("rocksdb.data.block.restart.interval", 3);
  return properties;
}

template <typename T>
T Must(Result<T> result) {
  INFO(result.status().ToString());
  REQUIRE(result.ok());
  return std::move(result).value();
}

// Writes the data blocks; fills in what the properties will say of them.
void WriteBlocks(const SmallTable& table, sst::TableWriter* writer, sst::TableIndexBuilder* index,
                 clip::TableFacts* facts) {
  for (size_t i = 0; i < table.points.size(); i += table.entries_per_block) {
    const size_t end = std::min(table.points.size(), i + table.entries_per_block);
    sst::BlockBuilder block(3);
    for (size_t j = i; j < end; ++j) {
      block.Add(table.points[j].first, table.points[j].second);
      facts->points.AddEntry(table.points[j].first, table.points[j].second.size());
    }
    const sst::BlockHandle handle = Must(writer->AppendBlock(block.Finish()));
    REQUIRE(index->Add(table.points[end - 1].first, handle, {}).ok());
    ++facts->data_blocks;
  }
  facts->data_size_bytes = facts->tail_offset_bytes = writer->offset_bytes();
}

sst::Properties PropertiesOf(const SmallTable& table, const clip::TableFacts& facts) {
  sst::Properties properties = clip::UpdateProperties(BaseProperties(), facts);
  if (table.without_counts) {
    properties.Erase("rocksdb.deleted.keys");
    properties.Erase("rocksdb.merge.operands");
  }
  for (const auto& [name, value] : table.more_properties.all()) {
    if (value.empty()) {
      properties.Erase(name);
    } else {
      properties.SetRaw(name, value);
    }
  }
  return properties;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> SmallPoints(int count, int versions) {
  std::vector<std::pair<std::string, std::string>> points;
  for (int i = 0; i < count; ++i) {
    const std::string key = fmt::format("{}key{:03}", static_cast<char>('a' + i / 10), i);
    for (int version = versions; version > 0; --version) {
      const auto sequence = static_cast<uint64_t>(1000 * version + i);
      const ValueType type = i % 7 == 3   ? ValueType::kDeletion
                             : i % 5 == 2 ? ValueType::kMerge
                                          : ValueType::kValue;
      points.emplace_back(MakeInternalKey(key, SequenceNumber{sequence}, type),
                          type == ValueType::kDeletion ? "" : fmt::format("value-{}", sequence));
    }
  }
  return points;
}

void WriteSmallTable(const std::string& path, const SmallTable& table) {
  const auto writer = Must(sst::TableWriter::Create(PosixFileSystem(), path, 0644, table.format));
  clip::TableFacts facts;
  facts.tombstones = &table.tombstones;
  facts.number = FileNumber{7};
  facts.session_id = "OLDOLDOLDOLDOLDOLD01";
  sst::TableIndexBuilder index({0, false, true});
  WriteBlocks(table, writer.get(), &index, &facts);
  facts.index = Must(index.Write(writer.get()));
  std::map<std::string, sst::BlockHandle, std::less<>> metaindex;
  if (!table.tombstones.empty()) {
    metaindex["rocksdb.range_del"] =
        Must(writer->AppendBlock(clip::EncodeTombstones(table.tombstones)));
  }
  for (const std::string& name : table.more_meta_blocks) {
    metaindex[name] = Must(writer->AppendBlock("some bytes"));
  }
  metaindex["rocksdb.properties"] =
      Must(writer->AppendBlock(sst::EncodeProperties(PropertiesOf(table, facts))));
  const Status finished = writer->Finish(std::move(metaindex), facts.index.root);
  INFO(finished.ToString());
  REQUIRE(finished.ok());
}

}  // namespace rescale::test
