// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "rescale/file_system.h"
#include "support/temp_dir.h"

namespace rescale {
namespace {

using test::Exists;
using test::ReadFile;
using test::TempDir;
using test::WriteFile;

}  // namespace

TEST_CASE("posix fs: a hard link is the source's inode, also through a symbolic link") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  WriteFile(dir / "f", "data");
  REQUIRE(::symlink("f", (dir / "link").c_str()) == 0);
  LinkFailure failure = LinkFailure::kCrossDevice;
  REQUIRE(fs.HardLink(dir / "f", dir / "a", &failure).ok());
  CHECK(failure == LinkFailure::kNone);
  REQUIRE(fs.HardLink(dir / "link", dir / "b", &failure).ok());
  struct stat info = {};
  REQUIRE(::lstat((dir / "b").c_str(), &info) == 0);
  CHECK(S_ISREG(info.st_mode));
  CHECK(fs.Stat(dir / "a")->inode == fs.Stat(dir / "f")->inode);
  CHECK(fs.Stat(dir / "b")->inode == fs.Stat(dir / "f")->inode);
}

TEST_CASE("posix fs: a link that no copy could mend says so, one that a copy can says why") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  WriteFile(dir / "f", "data");
  WriteFile(dir / "g", "there");
  LinkFailure failure = LinkFailure::kCrossDevice;
  const Status exists = fs.HardLink(dir / "f", dir / "g", &failure);
  CHECK(exists.code() == StatusCode::kAlreadyExists);
  CHECK(exists.path() == dir / "g");
  CHECK(failure == LinkFailure::kNone);
  CHECK(fs.HardLink(dir / "none", dir / "h", &failure).code() == StatusCode::kNotFound);
  CHECK(failure == LinkFailure::kNone);
  // A directory cannot be linked: EPERM on Linux.
  CHECK(fs.HardLink(dir.path(), dir / "h", &failure).code() == StatusCode::kIoError);
  CHECK(failure == LinkFailure::kNotPermitted);
  // /proc is another file system; one of its files stands in for a source elsewhere.
  const Status cross = fs.HardLink("/proc/self/status", dir / "h", &failure);
  CHECK(cross.code() == StatusCode::kIoError);
  CHECK(failure == LinkFailure::kCrossDevice);
  CHECK(cross.message().find("Invalid cross-device link") != std::string_view::npos);
  CHECK_FALSE(Exists(dir / "h"));
}

TEST_CASE("posix fs: a reflink is a new inode with the data, or nothing at all") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  WriteFile(dir / "f", "data");
  WriteFile(dir / "there", "kept");
  CHECK(fs.Reflink(dir / "f", dir / "there", 0644).code() == StatusCode::kAlreadyExists);
  CHECK(ReadFile(dir / "there") == "kept");
  CHECK(fs.Reflink(dir / "none", dir / "r", 0644).code() == StatusCode::kNotFound);
  CHECK_FALSE(Exists(dir / "r"));
  const Status status = fs.Reflink(dir / "f", dir / "r", 0600);
  if (status.ok()) {  // XFS, Btrfs and the like
    CHECK(ReadFile(dir / "r") == "data");
    CHECK(fs.Stat(dir / "r")->mode == 0600);
    CHECK(fs.Stat(dir / "r")->inode != fs.Stat(dir / "f")->inode);
  } else {
    CHECK(status.code() == StatusCode::kNotSupported);
    CHECK_FALSE(Exists(dir / "r"));
  }
  // Another file system can never share blocks.
  CHECK(fs.Reflink("/proc/self/status", dir / "p", 0644).code() == StatusCode::kNotSupported);
  CHECK_FALSE(Exists(dir / "p"));
}

}  // namespace rescale
