// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "fs/posix_rename.h"
#include "rescale/file_system.h"
#include "support/temp_dir.h"

namespace rescale {
namespace {

using test::Exists;
using test::ReadFile;
using test::TempDir;
using test::WriteFile;

}  // namespace

TEST_CASE("posix fs: stat tells size, identity, time and mode, and follows links") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  WriteFile(dir / "f", "12345");
  REQUIRE(::chmod((dir / "f").c_str(), 0640) == 0);
  REQUIRE(::symlink("f", (dir / "link").c_str()) == 0);
  struct stat raw = {};
  REQUIRE(::stat((dir / "f").c_str(), &raw) == 0);
  for (const char* name : {"f", "link"}) {
    const auto info = fs.Stat(dir / name);
    REQUIRE(info.ok());
    CHECK(info->size_bytes == 5);
    CHECK(info->inode == raw.st_ino);
    CHECK(info->device == raw.st_dev);
    CHECK(info->mode == 0640);
    CHECK(info->modified_ns == raw.st_mtim.tv_sec * 1'000'000'000 + raw.st_mtim.tv_nsec);
    CHECK_FALSE(info->is_directory);
  }
  CHECK(fs.Stat(dir.path())->is_directory);
  CHECK(fs.Stat(dir / "none").status().code() == StatusCode::kNotFound);
  CHECK(fs.Stat(dir / "f/below").status().code() == StatusCode::kNotFound);
}

TEST_CASE("posix fs: names are listed sorted, without the dots") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  CHECK(fs.List(dir.path())->empty());
  for (const char* name : {"b", "a", "10", ".hidden", "9"}) WriteFile(dir / name, "");
  CHECK(*fs.List(dir.path()) == std::vector<std::string>{".hidden", "10", "9", "a", "b"});
  CHECK(fs.List(dir / "none").status().code() == StatusCode::kNotFound);
  const Status not_a_directory = fs.List(dir / "a").status();
  CHECK(not_a_directory.ToString() == dir / "a" + ": list: Not a directory");
}

TEST_CASE("posix fs: directories are made one level at a time and removed empty") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  CHECK(fs.CreateDirectory(dir / "a/b").code() == StatusCode::kNotFound);
  REQUIRE(fs.CreateDirectory(dir / "a").ok());
  CHECK(fs.CreateDirectory(dir / "a").code() == StatusCode::kAlreadyExists);
  WriteFile(dir / "a/f", "x");
  CHECK(fs.RemoveDirectory(dir / "a").code() == StatusCode::kIoError);
  CHECK(fs.RemoveFile(dir / "a").code() == StatusCode::kIoError);
  REQUIRE(fs.RemoveFile(dir / "a/f").ok());
  CHECK(fs.RemoveFile(dir / "a/f").code() == StatusCode::kNotFound);
  REQUIRE(fs.SyncDirectory(dir / "a").ok());
  REQUIRE(fs.RemoveDirectory(dir / "a").ok());
  CHECK(fs.SyncDirectory(dir / "a").code() == StatusCode::kNotFound);
}

TEST_CASE("posix fs: canonical resolves links and dots, of what exists") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  REQUIRE(fs.CreateDirectory(dir / "real").ok());
  REQUIRE(::symlink("real", (dir / "link").c_str()) == 0);
  REQUIRE(::symlink("loop", (dir / "loop").c_str()) == 0);
  CHECK(*fs.Canonical(dir / "link/../link/.") == dir / "real");
  CHECK(fs.Canonical(dir / "none").status().code() == StatusCode::kNotFound);
  CHECK(fs.Canonical(dir / "loop").status().code() == StatusCode::kIoError);
}

TEST_CASE("posix fs: a rename never replaces anything, not even an empty directory") {
  for (const bool with_flag : {true, false}) {
    const TempDir dir;
    const auto rename = with_flag ? RenameNoReplacePosix : RenameChecked;
    FileSystem& fs = PosixFileSystem();
    CAPTURE(with_flag);
    WriteFile(dir / "f", "file");
    WriteFile(dir / "g", "other");
    REQUIRE(fs.CreateDirectory(dir / "d").ok());
    REQUIRE(fs.CreateDirectory(dir / "empty").ok());
    REQUIRE(::symlink("nowhere", (dir / "dangling").c_str()) == 0);
    for (const char* from : {"f", "d"}) {
      for (const char* to : {"g", "empty", "dangling"}) {
        CAPTURE(from, to);
        const Status status = rename(dir / from, dir / to);
        CHECK(status.code() == StatusCode::kAlreadyExists);
        CHECK(status.path() == dir / to);
        CHECK(Exists(dir / from));
      }
    }
    CHECK(ReadFile(dir / "g") == "other");
    CHECK(rename(dir / "none", dir / "new").code() == StatusCode::kNotFound);
    CHECK(rename(dir / "f", dir / "no/where").code() == StatusCode::kNotFound);
    CHECK_FALSE(rename(dir / "d", dir / "d/below").ok());

    REQUIRE(rename(dir / "f", dir / "f2").ok());
    CHECK(ReadFile(dir / "f2") == "file");
    CHECK_FALSE(Exists(dir / "f"));
    REQUIRE(rename(dir / "d", dir / "d2").ok());
    CHECK(Exists(dir / "d2"));
    CHECK_FALSE(Exists(dir / "d"));
  }
}

}  // namespace rescale
