// SPDX-License-Identifier: Apache-2.0
#include "fs/fs_util.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "support/temp_dir.h"

namespace rescale {
namespace {

using test::Exists;
using test::ReadFile;
using test::TempDir;
using test::WriteFile;

}  // namespace

TEST_CASE("fs util: paths are joined and taken apart") {
  CHECK(JoinPath("a", "b") == "a/b");
  CHECK(JoinPath("a/", "b") == "a/b");
  CHECK(JoinPath("/", "b") == "/b");
  CHECK(JoinPath("", "b") == "b");
  CHECK(BaseName("a/b") == "b");
  CHECK(BaseName("a/b//") == "b");
  CHECK(BaseName("b") == "b");
  CHECK(BaseName("/") == "");
  CHECK(BaseName("") == "");
  CHECK(ParentDirectory("a/b") == "a");
  CHECK(ParentDirectory("a//b/") == "a");
  CHECK(ParentDirectory("b") == ".");
  CHECK(ParentDirectory("/b") == "/");
  CHECK(ParentDirectory("/") == "/");
}

TEST_CASE("fs util: a whole file is written, read back and limited") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  REQUIRE(WriteWholeFile(fs, dir / "f", "hello", 0600).ok());
  CHECK(fs.Stat(dir / "f")->mode == 0600);
  CHECK(*ReadWholeFile(fs, dir / "f", 5) == "hello");
  const Status status = ReadWholeFile(fs, dir / "f", 4).status();
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK(status.message() == "the file is too long: expected at most 4 bytes, found 5");
  CHECK(WriteWholeFile(fs, dir / "f", "again").code() == StatusCode::kAlreadyExists);
  CHECK(ReadFile(dir / "f") == "hello");
  CHECK(*FileExists(fs, dir / "f"));
  CHECK_FALSE(*FileExists(fs, dir / "g"));
  // A file of 1 TiB that is mostly a hole costs no memory.
  REQUIRE(::truncate((dir / "f").c_str(), off_t{1} << 40) == 0);
  CHECK(ReadWholeFile(fs, dir / "f", 1 << 20).status().code() == StatusCode::kCorruption);
}

TEST_CASE("fs util: a copy has the data, the source's mode and an inode of its own") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  const std::string data(1'000'000, 'x');
  WriteFile(dir / "f", data);
  REQUIRE(::chmod((dir / "f").c_str(), 0440) == 0);
  REQUIRE(CopyWholeFile(fs, dir / "f", dir / "same").ok());
  REQUIRE(CopyWholeFile(fs, dir / "f", dir / "given", 0600).ok());
  CHECK(ReadFile(dir / "same") == data);
  CHECK(fs.Stat(dir / "same")->mode == 0440);
  CHECK(fs.Stat(dir / "given")->mode == 0600);
  CHECK(fs.Stat(dir / "same")->inode != fs.Stat(dir / "f")->inode);
  CHECK(CopyWholeFile(fs, dir / "f", dir / "same").code() == StatusCode::kAlreadyExists);
  CHECK(ReadFile(dir / "same") == data);
  CHECK(CopyWholeFile(fs, dir / "none", dir / "x").code() == StatusCode::kNotFound);
  CHECK_FALSE(Exists(dir / "x"));
}

TEST_CASE("fs util: a transfer links, and copies when told to") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  WriteFile(dir / "f", "data");
  const auto linked = TransferFile(fs, dir / "f", dir / "a");
  REQUIRE(linked.ok());
  CHECK(linked->method == TransferMethod::kHardLink);
  CHECK(fs.Stat(dir / "a")->inode == fs.Stat(dir / "f")->inode);
  const auto copied = TransferFile(fs, dir / "f", dir / "b", std::nullopt, true);
  REQUIRE(copied.ok());
  CHECK(copied->method != TransferMethod::kHardLink);
  CHECK(copied->link_failure == LinkFailure::kNone);
  CHECK(fs.Stat(dir / "b")->inode != fs.Stat(dir / "f")->inode);
  CHECK(ReadFile(dir / "b") == "data");
  CHECK(TransferFile(fs, dir / "f", dir / "b").status().code() == StatusCode::kAlreadyExists);
}

TEST_CASE("fs util: a transfer from another device is a copy and says why") {
  const TempDir dir;
  if (!Exists("/dev/shm")) return;
  const TempDir shm("/dev/shm");
  FileSystem& fs = PosixFileSystem();
  if (fs.Stat(shm.path())->device == fs.Stat(dir.path())->device) return;
  const std::string data(1'000'000, 'x');
  WriteFile(shm / "f", data);
  REQUIRE(::chmod((shm / "f").c_str(), 0600) == 0);
  const auto transfer = TransferFile(fs, shm / "f", dir / "f");
  REQUIRE(transfer.ok());
  CHECK(transfer->method == TransferMethod::kCopy);
  CHECK(transfer->link_failure == LinkFailure::kCrossDevice);
  CHECK(ReadFile(dir / "f") == data);
  CHECK(fs.Stat(dir / "f")->mode == 0600);
}

TEST_CASE("fs util: a tree is removed, and what its links lead to is not") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  REQUIRE(fs.CreateDirectory(dir / "outside").ok());
  WriteFile(dir / "outside/precious", "kept");
  REQUIRE(fs.CreateDirectory(dir / "tree").ok());
  REQUIRE(fs.CreateDirectory(dir / "tree/sub").ok());
  REQUIRE(fs.CreateDirectory(dir / "tree/sub/empty").ok());
  WriteFile(dir / "tree/sub/f", "x");
  REQUIRE(::symlink("../outside", (dir / "tree/link").c_str()) == 0);
  REQUIRE(::symlink("../../tree", (dir / "tree/sub/up").c_str()) == 0);
  REQUIRE(::symlink("nowhere", (dir / "tree/dangling").c_str()) == 0);
  REQUIRE(RemoveTree(fs, dir / "tree/").ok());
  CHECK_FALSE(Exists(dir / "tree"));
  CHECK(ReadFile(dir / "outside/precious") == "kept");
  CHECK(RemoveTree(fs, dir / "tree").ok());
  CHECK(RemoveTree(fs, dir / "no/such/place").ok());

  REQUIRE(::symlink("outside", (dir / "link").c_str()) == 0);
  CHECK(RemoveTree(fs, dir / "link").code() == StatusCode::kInvalidArgument);
  CHECK(RemoveTree(fs, dir / "outside/precious").code() == StatusCode::kInvalidArgument);
  CHECK(ReadFile(dir / "outside/precious") == "kept");
}

TEST_CASE("fs util: a tree that nests too deep is refused, not followed for ever") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  std::string path = dir / "d";
  for (int i = 0; i < 100; ++i, path += "/d") REQUIRE(fs.CreateDirectory(path).ok());
  CHECK(RemoveTree(fs, dir / "d").code() == StatusCode::kInvalidArgument);
}

}  // namespace rescale
