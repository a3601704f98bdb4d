// SPDX-License-Identifier: Apache-2.0
#include "fs/read_ahead_file.h"

#include <catch2/catch.hpp>
#include <random>

#include "fs/remote_file_system.h"
#include "support/far_files.h"
#include "support/temp_dir.h"

namespace rescale::test {
namespace {

constexpr uint64_t kSize = uint64_t{3} << 20;

// A remote file of random bytes, opened.
struct Remote {
  TempDir dir;
  std::string content;
  FarFiles far;
  RemoteFileSystem fs{PosixFileSystem(), far};
  std::unique_ptr<RandomAccessFile> file;

  explicit Remote(uint64_t size = kSize) : content(size, '\0') {
    std::mt19937 random(1);
    for (char& c : content) c = static_cast<char>(random());
    WriteFile(dir / "stored", content);
    far.Add(dir / "far.sst", dir / "stored");
    auto opened = fs.OpenForRead(dir / "far.sst");
    REQUIRE(opened.ok());
    file = std::move(opened).value();
  }

  void CheckRead(uint64_t offset, size_t size) {
    std::string bytes(size, '\0');
    REQUIRE(file->ReadExactly(offset, size, bytes.data()).ok());
    REQUIRE((bytes == content.substr(offset, size)));
  }
};

}  // namespace

TEST_CASE("fs: of a remote file the end is read once, and little elsewhere") {
  Remote remote;
  CHECK(remote.file->is_remote());
  CHECK(remote.file->size_bytes() == kSize);
  CHECK(remote.fs.Stat(remote.dir / "far.sst")->size_bytes == kSize);
  CHECK(remote.far.reads().empty());
  remote.CheckRead(kSize - 53, 53);
  remote.CheckRead(kSize - 60000, 50000);
  CHECK(remote.far.bytes_read() == ReadAheadFile::kLeastEndBytes);
  remote.far.Forget();
  remote.CheckRead(1000, 4000);
  remote.CheckRead(2000000, 4000);
  remote.CheckRead(5000, 4000);
  remote.CheckRead(2003000, 10);
  CHECK(remote.far.bytes_read() == 2 * ReadAheadFile::kWindowBytes);
  remote.CheckRead(1000000, 100000);  // more than a window, in place of the one used less lately
  CHECK(remote.far.bytes_read() == 2 * ReadAheadFile::kWindowBytes + 100000);
  remote.CheckRead(kSize - ReadAheadFile::kLeastEndBytes - 10, 20);  // the end is not read again
  CHECK(remote.far.bytes_read() == 2 * ReadAheadFile::kWindowBytes + 100000 + 10);
}

TEST_CASE("fs: of a large remote file a larger end is read") {
  Remote remote(uint64_t{40} << 20);
  remote.CheckRead((uint64_t{40} << 20) - 53, 53);
  CHECK(remote.far.bytes_read() == (uint64_t{40} << 20) / ReadAheadFile::kEndFraction);
}

TEST_CASE("fs: where sequential reads are expected nothing is read that was not asked for") {
  Remote remote;
  remote.CheckRead(100000, 10);
  remote.far.Forget();
  remote.file->ExpectSequentialReads(100000, 2000000);
  uint64_t at = 100000;
  for (const size_t size : {50000u, 256000u, 1u, 300000u}) {
    remote.CheckRead(at, size);
    at += size;
  }
  REQUIRE(remote.far.reads().size() == 4);
  uint64_t next = 100000 + ReadAheadFile::kWindowBytes;  // until there it was looked at before
  for (const FarFiles::Read& read : remote.far.reads()) {
    CHECK(read.offset_bytes == next);
    next += read.size_bytes;
  }
  CHECK(next == at);
}

TEST_CASE("fs: any reads of a remote file give its bytes") {
  Remote remote(700000);
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    if (i % 100 == 50) {
      const uint64_t begin = random() % 700000;
      remote.file->ExpectSequentialReads(begin, begin + random() % (700000 - begin));
    }
    const uint64_t offset = random() % 700000;
    const uint64_t most = std::min<uint64_t>(700000 - offset, i % 3 == 0 ? 300000 : 5000);
    remote.CheckRead(offset, static_cast<size_t>(random() % (most + 1)));
  }
}

TEST_CASE("fs: a remote file that is too short, or does not answer, is an error that names it") {
  Remote remote(1000);
  char buffer[100];
  const Status end = remote.file->ReadExactly(950, 100, buffer);
  CHECK(end.code() == StatusCode::kCorruption);
  CHECK(end.ToString().find("expected 100 bytes, found 50") != std::string::npos);
  CHECK(remote.file->ReadExactly(uint64_t(-1), 1, buffer).code() == StatusCode::kCorruption);
  remote.far.FailOn("far.sst");
  for (int i = 0; i < 2; ++i) {
    const Status failed = remote.file->ReadExactly(0, 10, buffer);
    CHECK(failed.code() == StatusCode::kIoError);
    CHECK(failed.path() == remote.dir / "far.sst");
  }
  remote.far.FailOn("");
  remote.CheckRead(0, 1000);
}

TEST_CASE("fs: what is not remote is looked for where it is") {
  Remote remote;
  CHECK(remote.fs.OpenForRead(remote.dir / "none").status().code() == StatusCode::kNotFound);
  const auto here = remote.fs.OpenForRead(remote.dir / "stored");
  REQUIRE(here.ok());
  CHECK(!(*here)->is_remote());
  CHECK(remote.fs.Stat(remote.dir / "stored")->inode != 0);
}

}  // namespace rescale::test
