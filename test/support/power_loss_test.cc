// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "fs/fs_util.h"
#include "support/faulty_fs.h"
#include "support/temp_dir.h"

namespace rescale::test {
namespace {

constexpr PowerLoss kAll = {};
constexpr PowerLoss kDataOnly = {.names = false, .data = true};
constexpr PowerLoss kNamesOnly = {.names = true, .data = false};

// Each kind of carelessness that Publish below can be told to have.
struct Careless {
  bool file_sync = false;
  bool staging_sync = false;
  bool parent_sync = false;
};

// Writes a file into a staging directory and publishes it by a rename, the way it should be done.
void Publish(FileSystem& fs, const TempDir& dir, Careless careless) {
  REQUIRE(fs.CreateDirectory(dir / "staging").ok());
  REQUIRE(WriteWholeFile(fs, dir / "staging/f", "data", 0644, !careless.file_sync).ok());
  if (!careless.staging_sync) REQUIRE(fs.SyncDirectory(dir / "staging").ok());
  REQUIRE(fs.RenameNoReplace(dir / "staging", dir / "target").ok());
  if (!careless.parent_sync) REQUIRE(fs.SyncDirectory(dir.path()).ok());
}

}  // namespace

TEST_CASE("power loss: what was synced in the right order stays whole") {
  for (const PowerLoss loss : {kAll, kDataOnly, kNamesOnly}) {
    const TempDir dir;
    FaultyFileSystem fs(PosixFileSystem());
    Publish(fs, dir, {});
    REQUIRE(fs.LoseUnsynced(loss).ok());
    CHECK(ReadFile(dir / "target/f") == "data");
    CHECK_FALSE(Exists(dir / "staging"));
  }
}

TEST_CASE("power loss: each sync that is forgotten is found out") {
  {
    const TempDir dir;
    FaultyFileSystem fs(PosixFileSystem());
    Publish(fs, dir, {.file_sync = true});
    REQUIRE(fs.LoseUnsynced(kDataOnly).ok());
    CHECK(ReadFile(dir / "target/f").empty());
  }
  {
    const TempDir dir;
    FaultyFileSystem fs(PosixFileSystem());
    Publish(fs, dir, {.staging_sync = true});
    REQUIRE(fs.LoseUnsynced(kAll).ok());
    CHECK(Exists(dir / "target"));
    CHECK_FALSE(Exists(dir / "target/f"));
  }
  {
    const TempDir dir;
    FaultyFileSystem fs(PosixFileSystem());
    Publish(fs, dir, {.parent_sync = true});
    REQUIRE(fs.LoseUnsynced(kAll).ok());
    CHECK(PosixFileSystem().List(dir.path())->empty());
  }
}

TEST_CASE("power loss: a file keeps what was synced and loses the rest") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  auto file = fs.CreateFile(dir / "f", 0600);
  REQUIRE(file.ok());
  REQUIRE((*file)->Append("synced").ok());
  REQUIRE((*file)->Sync().ok());
  REQUIRE((*file)->Append(" and not").ok());
  REQUIRE((*file)->Close().ok());
  file->reset();
  REQUIRE(fs.SyncDirectory(dir.path()).ok());
  CHECK(ReadFile(dir / "f") == "synced and not");
  REQUIRE(fs.LoseUnsynced(kAll).ok());
  CHECK(ReadFile(dir / "f") == "synced");
  CHECK(fs.Stat(dir / "f")->mode == 0600);
  // Nothing more is lost the second time.
  REQUIRE(fs.LoseUnsynced(kAll).ok());
  CHECK(ReadFile(dir / "f") == "synced");
}

TEST_CASE("power loss: an unsynced rename is undone, and what was durable before it stays") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  REQUIRE(WriteWholeFile(fs, dir / "a", "data").ok());
  REQUIRE(fs.SyncDirectory(dir.path()).ok());
  REQUIRE(fs.RenameNoReplace(dir / "a", dir / "b").ok());
  REQUIRE(fs.RenameNoReplace(dir / "b", dir / "c").ok());
  REQUIRE(WriteWholeFile(fs, dir / "a", "another").ok());
  REQUIRE(fs.RenameNoReplace(dir / "a", dir / "b").ok());
  REQUIRE(fs.LoseUnsynced(kNamesOnly).ok());
  CHECK(ReadFile(dir / "a") == "data");
  CHECK_FALSE(Exists(dir / "b"));
  CHECK_FALSE(Exists(dir / "c"));
}

TEST_CASE("power loss: a lost directory goes with all in it, links leave their source alone") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  WriteFile(dir / "source", "kept");
  REQUIRE(fs.CreateDirectory(dir / "d").ok());
  REQUIRE(fs.CreateDirectory(dir / "d/e").ok());
  LinkFailure failure = LinkFailure::kNone;
  REQUIRE(fs.HardLink(dir / "source", dir / "d/e/link", &failure).ok());
  REQUIRE(fs.SyncDirectory(dir / "d/e").ok());
  REQUIRE(fs.SyncDirectory(dir / "d").ok());
  REQUIRE(fs.LoseUnsynced(kAll).ok());
  CHECK_FALSE(Exists(dir / "d"));
  CHECK(ReadFile(dir / "source") == "kept");
}

TEST_CASE("power loss: paths are the same however they are spelt") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  REQUIRE(fs.CreateDirectory(dir / "d").ok());
  REQUIRE(fs.SyncDirectory(dir / "d/..").ok());
  REQUIRE(WriteWholeFile(fs, dir / "d/../d//f", "data").ok());
  REQUIRE(WriteWholeFile(fs, dir / "d/./g", "data").ok());
  REQUIRE(fs.RemoveFile(dir / "d/g").ok());
  REQUIRE(fs.SyncDirectory(dir / "d/").ok());
  REQUIRE(fs.LoseUnsynced(kAll).ok());
  CHECK(ReadFile(dir / "d/f") == "data");
  CHECK_FALSE(Exists(dir / "d/g"));
}

TEST_CASE("power loss: killed at any point and then without power, the target is whole or absent") {
  for (const PowerLoss loss : {kAll, kDataOnly, kNamesOnly}) {
    const TempDir dir;
    FaultyFileSystem fs(PosixFileSystem());
    uint64_t published = 0;
    const auto publish = [&]() -> Status {
      RESCALE_RETURN_IF_ERROR(RemoveTree(fs, dir / "staging"));
      RESCALE_RETURN_IF_ERROR(fs.CreateDirectory(dir / "staging"));
      RESCALE_RETURN_IF_ERROR(WriteWholeFile(fs, dir / "staging/f", "data"));
      RESCALE_RETURN_IF_ERROR(fs.SyncDirectory(dir / "staging"));
      RESCALE_RETURN_IF_ERROR(fs.RenameNoReplace(dir / "staging", dir / "target"));
      return fs.SyncDirectory(dir.path());
    };
    FailEach(fs, Fault{.forever = true}, [&](const std::string& which) {
      INFO(which);
      const Status status = publish();
      fs.ClearFaults();
      REQUIRE(fs.LoseUnsynced(loss).ok());
      if (status.ok()) CHECK(Exists(dir / "target"));
      if (!Exists(dir / "target")) REQUIRE(publish().ok());
      CHECK(ReadFile(dir / "target/f") == "data");
      REQUIRE(RemoveTree(fs, dir / "target").ok());
      ++published;
    });
    CHECK(published > 10);
  }
}

}  // namespace rescale::test
