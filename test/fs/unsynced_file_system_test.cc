// SPDX-License-Identifier: Apache-2.0
#include "fs/unsynced_file_system.h"

#include <catch2/catch.hpp>

#include "fs/fs_util.h"
#include "support/faulty_fs.h"
#include "support/temp_dir.h"

namespace rescale::test {

TEST_CASE("fs: without syncs everything is written and nothing is synced") {
  const TempDir dir;
  FaultyFileSystem counted(PosixFileSystem());
  UnsyncedFileSystem fs(counted);
  const std::string content(100000, 'x');
  REQUIRE(WriteWholeFile(fs, dir / "file", content).ok());
  REQUIRE(CopyWholeFile(fs, dir / "file", dir / "copy").ok());
  REQUIRE(fs.SyncDirectory(dir / "").ok());
  CHECK(counted.count(Op::kSync | Op::kSyncDirectory) == 0);
  CHECK((ReadFile(dir / "file") == content));
  CHECK((ReadFile(dir / "copy") == content));
  REQUIRE(WriteWholeFile(counted, dir / "synced", content).ok());
  CHECK(counted.count(Op::kSync) == 1);  // what counts, counts
}

TEST_CASE("fs: a write that fails is told of without a sync, too") {
  const TempDir dir;
  FaultyFileSystem full(PosixFileSystem());
  full.SetFreeBytes(1000);
  UnsyncedFileSystem fs(full);
  CHECK(WriteWholeFile(fs, dir / "file", std::string(100000, 'x')).code() == StatusCode::kIoError);
  CHECK(!Exists(dir / "file"));
}

}  // namespace rescale::test
