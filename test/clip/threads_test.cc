// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <random>

#include "base/parallel.h"
#include "clip/clip_check.h"
#include "clip/watched_fs.h"
#include "support/faulty_fs.h"

// Cuts of SSTs of many runs of blocks, with and without threads that help.
namespace rescale::test {
namespace {

constexpr int kKeys = 12000;

std::string Key(int i) {
  std::string digits = std::to_string(i);
  return "k" + std::string(6 - digits.size(), '0') + digits;
}

// Values that hardly compress, so that every codec leaves several runs on both sides of a cut.
std::unique_ptr<RocksSource> LargeSource(const TableCase& table_case, size_t value_bytes) {
  return MakeSource(table_case, [&](rocksdb::DB* db) {
    std::mt19937 random(7);
    std::string value(value_bytes, '\0');
    for (int i = 0; i < kKeys; ++i) {
      for (char& c : value) c = static_cast<char>(random());
      switch (random() % 8) {
        case 0:
          RequireOk(db->Delete({}, Key(i)));
          break;
        case 1:
          RequireOk(db->Merge({}, Key(i), value));
          break;
        default:
          RequireOk(db->Put({}, Key(i), value));
      }
    }
    RequireOk(db->Flush({}));
  });
}

}  // namespace

TEST_CASE("clip: the result is the same, byte for byte, with one thread and with several") {
  for (const TableCase& table_case : TableCases()) {
    INFO(table_case.name);
    const auto source = LargeSource(table_case, 150);
    const TempDir out;
    for (const manifest::FileMetaData* file : source->files()) {
      const SourceSst sst = SstOf(*source, *file);
      const TableContents contents = ReadTable(sst.path);
      // Counted: what is kept, then what is dropped.
      for (const KeyRange& range :
           {KeyRange{Key(100), Key(kKeys / 2 - 100)}, KeyRange{Key(kKeys / 3), std::nullopt}}) {
        const auto checked =
            ClipAndCheck(sst, contents, range, out / "checked.sst", source->options);
        clip::ClipTableRequest request = RequestFor(sst, range, out / "one.sst");
        const auto one = clip::ClipTable(PosixFileSystem(), request);
        IdleThreads idle(3);
        request.target_path = out / "four.sst";
        request.idle_threads = &idle;
        const auto four = clip::ClipTable(PosixFileSystem(), request);
        REQUIRE(one.ok());
        REQUIRE(four.ok());
        CHECK(one->num_entries == checked.num_entries);
        CHECK(four->num_entries == checked.num_entries);
        CHECK(four->blocks_counted == one->blocks_counted);
        CHECK(four->blocks_counted > 10);
        CHECK(ReadFile(out / "one.sst") == ReadFile(out / "four.sst"));
        for (const char* name : {"checked.sst", "one.sst", "four.sst"}) {
          REQUIRE(PosixFileSystem().RemoveFile(out / name).ok());
        }
      }
    }
  }
}

TEST_CASE("clip: damage in a block that is only counted is found, the first in the file named") {
  const auto source = LargeSource(TableCases().front(), 150);
  const SourceSst sst = SstOf(*source, *source->files().front());
  const TempDir out;
  const size_t first = 50000;
  const size_t second = 450000;
  SourceSst damaged = sst;
  damaged.path = out / "000007.sst";
  WriteFile(damaged.path, ReadFile(sst.path));
  FlipByte(damaged.path, first);
  FlipByte(damaged.path, second);
  clip::ClipTableRequest request =
      RequestFor(damaged, {Key(kKeys / 3), std::nullopt}, out / "target.sst");
  for (const unsigned helpers : {0u, 1u, 3u}) {
    IdleThreads idle(helpers);
    request.idle_threads = &idle;
    const Status status = clip::ClipTable(PosixFileSystem(), request).status();
    INFO(status.ToString());
    CHECK(status.code() == StatusCode::kCorruption);
    CHECK(status.path() == damaged.path);
    REQUIRE(status.offset_bytes().has_value());
    CHECK(*status.offset_bytes() <= first);
    CHECK(*status.offset_bytes() + 10000 > first);
    CHECK(!Exists(request.target_path));
  }
}

TEST_CASE("clip: a write that fails in another thread fails the cut, and leaves nothing") {
  const auto source = LargeSource(TableCases().front(), 150);
  const SourceSst sst = SstOf(*source, *source->files().front());
  const TempDir out;
  clip::ClipTableRequest request =
      RequestFor(sst, {Key(kKeys / 3), std::nullopt}, out / "target.sst");
  FaultyFileSystem fs(PosixFileSystem());
  const uint64_t failures = FailEach(fs, Fault{.ops = Op::kWrite}, [&](const std::string& which) {
    INFO(which);
    IdleThreads idle(1);
    request.idle_threads = &idle;
    const auto result = clip::ClipTable(fs, request);
    CHECK(idle.TryTake());  // it was given back
    CHECK(result.ok() == !fs.fired());
    if (!fs.fired()) return;
    CHECK(result.status().code() == StatusCode::kIoError);
    CHECK(!Exists(request.target_path));
  });
  CHECK(failures > 5);
}

TEST_CASE("clip: writeback is asked for while a large result is written") {
  const auto source = LargeSource(TableCases().front(), 1000);
  const SourceSst sst = SstOf(*source, *source->files().front());
  const TempDir out;
  WatchedFileSystem fs;
  const auto result =
      clip::ClipTable(fs, RequestFor(sst, {Key(3), std::nullopt}, out / "target.sst"));
  REQUIRE(result.ok());
  REQUIRE(result->file_size_bytes > (8u << 20));
  CHECK(fs.writebacks() >= 2);
}

}  // namespace rescale::test
