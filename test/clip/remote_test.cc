// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "clip/clip_check.h"
#include "fs/read_ahead_file.h"
#include "fs/remote_file_system.h"
#include "support/far_files.h"

// SSTs that are cut where they are stored, far away.
namespace rescale::test {
namespace {

// The SST under another path, where no file is.
struct FarSst {
  TempDir dir;
  FarFiles far;
  RemoteFileSystem fs{PosixFileSystem(), far};
  SourceSst sst;

  explicit FarSst(const SourceSst& stored) : sst(stored) {
    sst.path = dir / "far.sst";
    far.Add(sst.path, stored.path);
  }
};

constexpr int kKeys = 20000;

std::string Key(int i) {
  std::string digits = std::to_string(i);
  return "k" + std::string(6 - digits.size(), '0') + digits;
}

std::unique_ptr<RocksSource> LargeSource(const TableCase& table_case) {
  return MakeSource(table_case, [](rocksdb::DB* db) {
    std::mt19937 random(7);
    std::string value(200, '\0');
    for (int i = 0; i < kKeys; ++i) {
      for (char& c : value) c = static_cast<char>(random());
      RequireOk(i % 9 == 0 ? db->Delete({}, Key(i)) : db->Put({}, Key(i), value));
    }
    RequireOk(db->Flush({}));
  });
}

}  // namespace

TEST_CASE("clip: a remote SST is cut to the same bytes as one that is here") {
  for (const TableCase& table_case : TableCases()) {
    INFO(table_case.name);
    const auto source = MakeSource(table_case, Workload{});
    const TempDir out;
    for (const manifest::FileMetaData* file : source->files()) {
      const SourceSst sst = SstOf(*source, *file);
      FarSst far(sst);
      for (const KeyRange& range : Cuts(sst.path, 5, 40)) {
        INFO(ToString(range));
        const auto here = clip::ClipTable(PosixFileSystem(), RequestFor(sst, range, out / "here"));
        const auto there = clip::ClipTable(far.fs, RequestFor(far.sst, range, out / "there"));
        REQUIRE(here.status().ToString() == "ok");
        REQUIRE(there.status().ToString() == "ok");
        REQUIRE(here->empty == there->empty);
        if (here->empty) continue;
        CHECK(here->num_entries == there->num_entries);
        CHECK((ReadFile(out / "here") == ReadFile(out / "there")));
        REQUIRE(PosixFileSystem().RemoveFile(out / "here").ok());
        REQUIRE(PosixFileSystem().RemoveFile(out / "there").ok());
      }
    }
  }
}

TEST_CASE("clip: of a remote SST only the end and what is kept are read, each byte once") {
  for (const TableCase& table_case : TableCases()) {
    INFO(table_case.name);
    const auto source = LargeSource(table_case);
    REQUIRE(source->files().size() == 1);
    const SourceSst sst = SstOf(*source, *source->files().front());
    const uint64_t size = ReadFile(sst.path).size();
    FarSst far(sst);
    const TempDir out;
    const std::pair<KeyRange, double> cuts[] = {
        {{Key(2000), Key(4000)}, 0.1}, {{Key(15000), std::nullopt}, 0.25}, {{"", Key(12000)}, 0.6}};
    for (const auto& [range, kept] : cuts) {
      INFO(ToString(range));
      far.far.Forget();
      const auto cut = clip::ClipTable(far.fs, RequestFor(far.sst, range, out / "cut"));
      REQUIRE(cut.status().ToString() == "ok");
      // Each edge takes a window; a large index may begin before the end, and is read twice.
      const uint64_t rest = ReadAheadFile::kLeastEndBytes + 3 * ReadAheadFile::kWindowBytes;
      const auto most = static_cast<uint64_t>((kept + 0.18) * static_cast<double>(size));
      CHECK(far.far.bytes_read() < most + rest);
      CHECK(far.far.bytes_read() > cut->bytes_copied);
      REQUIRE(PosixFileSystem().RemoveFile(out / "cut").ok());
    }
  }
}

TEST_CASE("clip: damage in a block of a remote SST is found where it is kept") {
  const auto source = LargeSource(TableCases().front());
  const SourceSst sst = SstOf(*source, *source->files().front());
  const TempDir out;
  SourceSst damaged = sst;
  damaged.path = out / "000007.sst";
  WriteFile(damaged.path, ReadFile(sst.path));
  FlipByte(damaged.path, 500000);
  FarSst far(damaged);
  const Status kept =
      clip::ClipTable(far.fs, RequestFor(far.sst, {"", Key(kKeys / 2)}, out / "cut")).status();
  INFO(kept.ToString());
  CHECK(kept.code() == StatusCode::kCorruption);
  CHECK(kept.path() == far.sst.path);
  CHECK(kept.offset_bytes().value_or(0) > 490000);
  CHECK(!Exists(out / "cut"));
  CHECK(clip::ClipTable(far.fs, RequestFor(far.sst, {Key(kKeys / 2), std::nullopt}, out / "cut"))
            .ok());  // what is dropped is not looked at
}

TEST_CASE("clip: a store that fails in the middle leaves nothing") {
  const auto source = LargeSource(TableCases().front());
  FarSst far(SstOf(*source, *source->files().front()));
  const TempDir out;
  far.far.FailOn("far.sst");
  const Status status =
      clip::ClipTable(far.fs, RequestFor(far.sst, {Key(10), std::nullopt}, out / "cut")).status();
  CHECK(status.code() == StatusCode::kIoError);
  CHECK(!Exists(out / "cut"));
}

}  // namespace rescale::test
