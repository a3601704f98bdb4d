// SPDX-License-Identifier: Apache-2.0
#include "sst/table_writer.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>

#include "base/internal_key.h"
#include "clip/small_table.h"
#include "sst/block.h"
#include "sst/block_builder.h"
#include "sst/table_index_builder.h"
#include "support/temp_dir.h"

namespace rescale::test {

TEST_CASE("block builder: entries come back at every restart interval") {
  std::map<std::string, std::string> entries;
  for (int i = 0; i < 100; ++i) {
    entries[fmt::format("key{:03}{}", i * 7, std::string(static_cast<size_t>(i % 9), 'x'))] =
        std::string(static_cast<size_t>(i), 'v');
  }
  for (const uint32_t interval : {1u, 2u, 16u, 1000u, sst::BlockBuilder::kOneRestart}) {
    sst::BlockBuilder builder(interval);
    for (const auto& [key, value] : entries) builder.Add(key, value);
    const size_t size = builder.size_bytes();
    const std::string block = builder.Finish();
    CHECK(block.size() == size);
    const auto layout = sst::ParseBlockLayout(block);
    REQUIRE(layout.ok());
    CHECK(layout->restart_count == (99 / interval) + 1);
    std::map<std::string, std::string> found;
    sst::BlockCursor cursor(block, *layout);
    size_t position = 0;
    for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
      CHECK(cursor.is_restart() == (position++ % interval == 0));
      found.emplace(cursor.key(), cursor.value());
    }
    REQUIRE(cursor.status().ok());
    CHECK(found == entries);
  }
}

TEST_CASE("index builder: entries come back under every layout, blocks anywhere") {
  for (const bool delta : {false, true}) {
    for (const bool first_keys : {false, true}) {
      sst::IndexBuilder builder({delta, first_keys});
      for (uint64_t i = 0; i < 50; ++i) {
        builder.Add(fmt::format("sep{:03}", i), {i * 1000, 17 * i}, fmt::format("first-{:03}", i));
      }
      const size_t size = builder.size_bytes();
      const auto block = builder.Finish();
      REQUIRE(block.ok());
      CHECK(block->size() == size);
      const auto layout = sst::ParseBlockLayout(*block);
      REQUIRE(layout.ok());
      CHECK(layout->restart_count == 50);
      if (!delta) continue;  // sized values are read by the table reader
      sst::BlockCursor cursor(
          *block, *layout,
          first_keys ? sst::ValueCoding::kHandleWithFirstKey : sst::ValueCoding::kHandle);
      uint64_t i = 0;
      for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next(), ++i) {
        CHECK(cursor.handle() == sst::BlockHandle{i * 1000, 17 * i});
        if (first_keys) CHECK(cursor.first_key() == fmt::format("first-{:03}", i));
      }
      REQUIRE(cursor.status().ok());
      CHECK(i == 50);
    }
  }
}

TEST_CASE("table index builder: a large two-level index is partitioned and read back in order") {
  const TempDir dir;
  const std::string path = dir / "t.sst";
  sst::TableIndexBuilder builder({2, false, true});
  sst::WrittenIndex index;
  {
    auto writer = sst::TableWriter::Create(PosixFileSystem(), path, 0600, {});
    REQUIRE(writer.ok());
    for (int i = 0; i < 1000; ++i) {
      const auto block = (*writer)->AppendBlock("block");
      const std::string separator =
          MakeInternalKey(fmt::format("separator-{:04}", i), SequenceNumber{1}, ValueType::kValue);
      REQUIRE(builder.Add(separator, *block, {}).ok());
    }
    index = *builder.Write(writer->get());
    sst::Properties properties;
    properties.SetFixed32("rocksdb.block.based.table.index.type", index.type);
    properties.SetVarint("rocksdb.index.value.is.delta.encoded", 1);
    const auto block = (*writer)->AppendBlock(sst::EncodeProperties(properties));
    REQUIRE((*writer)->Finish({{"rocksdb.properties", *block}}, index.root).ok());
  }
  CHECK(index.type == 2);
  CHECK(index.partitions > 5);
  const auto table = sst::TableReader::Open(PosixFileSystem(), path);
  REQUIRE(table.ok());
  int next = 0;
  const auto visit = [&](const sst::IndexEntry& entry) -> Result<bool> {
    CHECK(UserKeyOf(entry.separator) == fmt::format("separator-{:04}", next));
    CHECK(entry.block == sst::BlockHandle{static_cast<uint64_t>(next) * 10, 5});
    ++next;
    return true;
  };
  REQUIRE((*table)->ForEachIndexEntry(visit).ok());
  CHECK(next == 1000);
  REQUIRE((*table)->VerifyAllBlocks().ok());
}

TEST_CASE("table writer: an unfinished file is removed, one that was there is not") {
  const TempDir dir;
  const std::string path = dir / "t.sst";
  {
    const auto writer = sst::TableWriter::Create(PosixFileSystem(), path, 0644, {});
    REQUIRE(writer.ok());
    REQUIRE((*writer)->AppendBlock("bytes").ok());
    CHECK(Exists(path));
  }
  CHECK(!Exists(path));
  WriteFile(path, "mine");
  CHECK(sst::TableWriter::Create(PosixFileSystem(), path, 0644, {}).status().code() ==
        StatusCode::kAlreadyExists);
  CHECK(ReadFile(path) == "mine");
}

TEST_CASE("table writer: a context checksum goes with format versions from 6 on, and only there") {
  const TempDir dir;
  const auto create = [&](const sst::TableFormat& format) {
    return sst::TableWriter::Create(PosixFileSystem(), dir / "t.sst", 0644, format).status();
  };
  CHECK(create({6, sst::ChecksumType::kXxh3, 0}).code() == StatusCode::kInternal);
  CHECK(create({5, sst::ChecksumType::kXxh3, 1}).code() == StatusCode::kInternal);
  CHECK(create({8, sst::ChecksumType::kXxh3, 1}).code() == StatusCode::kInternal);
  CHECK(create({7, sst::ChecksumType::kXxh3, 1}).ok());
}

TEST_CASE("table writer: padding keeps the next block's place") {
  const TempDir dir;
  const auto writer = sst::TableWriter::Create(PosixFileSystem(), dir / "t.sst", 0644, {});
  REQUIRE((*writer)->AppendBlock("bytes").ok());
  REQUIRE((*writer)->PadTo(200000).ok());
  CHECK((*writer)->offset_bytes() == 200000);
  CHECK((*writer)->AppendBlock("bytes")->offset_bytes == 200000);
}

}  // namespace rescale::test
