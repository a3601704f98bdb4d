// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/checkpoint_files.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "support/temp_dir.h"

namespace rescale::checkpoint {
namespace {

using test::TempDir;
using test::WriteFile;

Result<CheckpointFiles> Find(const TempDir& dir) {
  return FindCheckpointFiles(PosixFileSystem(), dir.path());
}

bool Contains(const Status& status, std::string_view text) {
  return status.ToString().find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("file name: every kind is told, with its number whatever its width") {
  const auto check = [](std::string_view name, FileKind kind, uint64_t number) {
    CAPTURE(name);
    const auto parsed = ParseFileName(name);
    REQUIRE(parsed);
    CHECK(parsed->kind == kind);
    CHECK(parsed->number.value == number);
  };
  check("000012.sst", FileKind::kTable, 12);
  check("12.ldb", FileKind::kTable, 12);
  check("1234567.blob", FileKind::kBlob, 1234567);
  check("000003.log", FileKind::kLog, 3);
  check("MANIFEST-000012", FileKind::kManifest, 12);
  check("MANIFEST-00000000000000000000000000000000007", FileKind::kManifest, 7);
  check("OPTIONS-1", FileKind::kOptions, 1);
  check("CURRENT", FileKind::kCurrent, 0);
  check("IDENTITY", FileKind::kIdentity, 0);
  check("LOCK", FileKind::kLock, 0);
  check("4611686018427387903.sst", FileKind::kTable, 4611686018427387903u);
}

TEST_CASE("file name: anything else is nothing") {
  using namespace std::string_view_literals;
  for (const std::string_view name : {""sv,
                                      "."sv,
                                      ".sst"sv,
                                      "12"sv,
                                      "12."sv,
                                      "-1.sst"sv,
                                      "+1.sst"sv,
                                      " 1.sst"sv,
                                      "1 .sst"sv,
                                      "0x1.sst"sv,
                                      "12.sst.tmp"sv,
                                      "000012.dbtmp"sv,
                                      "OPTIONS-000012.dbtmp"sv,
                                      "MANIFEST-"sv,
                                      "MANIFEST-1a"sv,
                                      "MANIFEST-1\0"sv,
                                      "MANIFEST-\0001"sv,
                                      "MANIFEST-1/../2"sv,
                                      "MANIFEST"sv,
                                      "manifest-1"sv,
                                      "CURRENT\n"sv,
                                      "LOG"sv,
                                      "LOG.old.17"sv,
                                      "4611686018427387904.sst"sv,
                                      "18446744073709551615.sst"sv,
                                      "99999999999999999999999999.sst"sv,
                                      "\xd9\xa1.sst"sv}) {
    CAPTURE(name);
    CHECK_FALSE(ParseFileName(name));
  }
}

TEST_CASE("file name: what is made is what RocksDB makes, and is read back") {
  CHECK(TableFileName(FileNumber{12}) == "000012.sst");
  CHECK(BlobFileName(FileNumber{12}) == "000012.blob");
  CHECK(LogFileName(FileNumber{12}) == "000012.log");
  CHECK(ManifestFileName(FileNumber{12}) == "MANIFEST-000012");
  CHECK(OptionsFileName(FileNumber{12345678}) == "OPTIONS-12345678");
  CHECK(ParseFileName(ManifestFileName(FileNumber{7}))->number == FileNumber{7});
}

TEST_CASE("checkpoint files: a .log that is no file is damage") {
  const TempDir dir;
  WriteFile(dir / "CURRENT", "MANIFEST-000005\n");
  WriteFile(dir / "MANIFEST-000005", "");
  REQUIRE(Find(dir).ok());
  CHECK_FALSE(Find(dir)->has_lock);
  const std::string log = dir / "000012.log";
  SECTION("a directory") { REQUIRE(PosixFileSystem().CreateDirectory(log).ok()); }
  SECTION("a link to nothing") { REQUIRE(::symlink("/nowhere/000012.log", log.c_str()) == 0); }
  const Status status = Find(dir).status();
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK(status.path() == log);
  CHECK(Contains(status, "expected a write-ahead log"));
}

TEST_CASE("checkpoint files: a file that the MANIFEST names must be there, with its size") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  const std::string path = dir / "000012.sst";
  CHECK(StatNamedFile(fs, path, 3).status().code() == StatusCode::kCorruption);
  WriteFile(path, "abc");
  CHECK(StatNamedFile(fs, path, 3).ok());
  CHECK(StatNamedFile(fs, path, std::nullopt).ok());
  CHECK(Contains(StatNamedFile(fs, path, 4).status(), "expected 4 bytes, found 3"));
  CHECK(StatNamedFile(fs, dir.path(), std::nullopt).status().code() == StatusCode::kCorruption);
}

TEST_CASE("checkpoint files: CURRENT, logs, OPTIONS and the largest number are found") {
  const TempDir dir;
  WriteFile(dir / "CURRENT", "MANIFEST-000005\n");
  for (const char* name :
       {"MANIFEST-000005", "MANIFEST-000004", "000009.sst", "OPTIONS-000007", "OPTIONS-000010",
        "OPTIONS-000011.dbtmp", "LOG", "LOCK", "IDENTITY", "99.dbtmp", "notes.txt"}) {
    WriteFile(dir / name, "x");
  }
  WriteFile(dir / "000008.log", "");
  WriteFile(dir / "000013.log", "12345");
  WriteFile(dir / "9.log", "12");
  const auto files = Find(dir);
  REQUIRE(files.ok());
  CHECK(files->directory == dir.path());
  CHECK(files->manifest_name == "MANIFEST-000005");
  CHECK(files->manifest_number == FileNumber{5});
  CHECK(files->options_name == "OPTIONS-000010");
  CHECK(files->largest_number == FileNumber{13});
  REQUIRE(files->logs.size() == 3);
  CHECK(files->logs[0].number == FileNumber{8});
  CHECK(files->logs[0].size_bytes == 0);
  CHECK(files->logs[1].number == FileNumber{9});
  CHECK(files->logs[1].size_bytes == 2);
  CHECK(files->logs[2].number == FileNumber{13});
  CHECK(files->logs[2].size_bytes == 5);
}

TEST_CASE("checkpoint files: no SST is looked at, be it a FIFO or a dangling link") {
  const TempDir dir;
  WriteFile(dir / "CURRENT", "MANIFEST-000005\n");
  WriteFile(dir / "MANIFEST-000005", "");
  REQUIRE(::mkfifo((dir / "000001.sst").c_str(), 0600) == 0);
  REQUIRE(::symlink("nowhere", (dir / "000002.sst").c_str()) == 0);
  const auto files = Find(dir);
  REQUIRE(files.ok());
  CHECK(files->options_name.empty());
  CHECK(files->logs.empty());
  CHECK(files->largest_number == FileNumber{5});
}

TEST_CASE("checkpoint files: a directory that is no database says what to give instead") {
  const TempDir dir;
  const Status empty = Find(dir).status();
  CHECK(empty.code() == StatusCode::kNotFound);
  CHECK(empty.path() == dir.path());
  CHECK(Contains(empty, "the directory is empty"));
  CHECK(Contains(empty, "give the directory of a checkpoint"));
  WriteFile(dir / "000001.sst", "");
  CHECK(Contains(Find(dir).status(), "there is no CURRENT file here"));
  const Status missing = FindCheckpointFiles(PosixFileSystem(), dir / "none").status();
  CHECK(missing.code() == StatusCode::kNotFound);
  const Status file = FindCheckpointFiles(PosixFileSystem(), dir / "000001.sst").status();
  CHECK(file.code() == StatusCode::kNotFound);
}

TEST_CASE("checkpoint files: a hostile CURRENT is Corruption that shows what was found") {
  using namespace std::string_literals;
  const TempDir dir;
  WriteFile(dir / "MANIFEST-000005", "");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "the file is empty"},
      {"MANIFEST-000005", "expected a newline at the end, found \"MANIFEST-000005\""},
      {"\n", "found \"\""},
      {"MANIFEST-\n", "expected MANIFEST-<number>"},
      {"MANIFEST-000005\n\n", "found \"MANIFEST-000005\\x0a\""},
      {"MANIFEST-000005\r\n", "found \"MANIFEST-000005\\x0d\""},
      {"MANIFEST-000005 \n", "found \"MANIFEST-000005 \""},
      {"MANIFEST-00000x\n", "expected MANIFEST-<number>"},
      {"../MANIFEST-000005\n", "found \"../MANIFEST-000005\""},
      {"/etc/passwd\n", "found \"/etc/passwd\""},
      {"MANIFEST-000005/../MANIFEST-000005\n", "expected MANIFEST-<number>"},
      {"MANIFEST-000005\0\n"s, "found \"MANIFEST-000005\\x00\""},
      {"MANIFEST-\0\0\0\n"s, "\\x00\\x00\\x00"},
      {"\0"s, "expected a newline"},
      {"OPTIONS-000005\n", "expected MANIFEST-<number>"},
      {"CURRENT\n", "expected MANIFEST-<number>"},
      {"MANIFEST-18446744073709551615\n", "expected MANIFEST-<number>"},
      {"MANIFEST-5\n", "names MANIFEST-5, which is not in the directory (found: MANIFEST-000005)"},
      {"MANIFEST-000006\n", "names MANIFEST-000006, which is not in the directory"},
      {std::string(4000, 'M') + "\n", "... (4000 bytes)"},
      {"MANIFEST-" + std::string(4000, '0') + "6\n", "000... (4010 bytes), which is not"},
      {std::string(1 << 20, '\n'), "expected at most 4096 bytes, found 1048576"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text.substr(0, 40), expected);
    WriteFile(dir / "CURRENT", text);
    const Status status = Find(dir).status();
    CHECK(status.code() == StatusCode::kCorruption);
    CHECK(status.path() == dir / "CURRENT");
    CAPTURE(status.ToString());
    CHECK(Contains(status, expected));
  }
}

TEST_CASE("checkpoint files: what is named and is no regular file is damage that says what it is") {
  const TempDir dir;
  // `make` puts something else in the place of `name`.
  const auto check = [&](const std::string& name, std::string_view found, const auto& make) {
    for (const char* file : {"CURRENT", "MANIFEST-000005", "OPTIONS-000007", "000009.log"}) {
      WriteFile(dir / file, file == std::string("CURRENT") ? "MANIFEST-000005\n" : "x");
    }
    REQUIRE(Find(dir).ok());
    REQUIRE(PosixFileSystem().RemoveFile(dir / name).ok());
    REQUIRE(make((dir / name).c_str()) == 0);
    const Status status = Find(dir).status();
    INFO(name << ": " << status.ToString());
    CHECK(status.code() == StatusCode::kCorruption);
    CHECK(status.path() == dir / name);
    CHECK(Contains(status, "found " + std::string(found)));
    const Status named = StatNamedFile(PosixFileSystem(), dir / name, 0).status();
    CHECK(named.code() == StatusCode::kCorruption);
    if (found != "a name") CHECK(Contains(named, found));
    REQUIRE(::remove((dir / name).c_str()) == 0);
  };
  for (const char* name : {"CURRENT", "MANIFEST-000005", "OPTIONS-000007", "000009.log"}) {
    check(name, "a FIFO", [](const char* path) { return ::mkfifo(path, 0600); });
    check(name, "a directory", [](const char* path) { return ::mkdir(path, 0700); });
    check(name, "a device", [](const char* path) { return ::symlink("/dev/null", path); });
    check(name, "a name", [](const char* path) { return ::symlink("nowhere", path); });
    check(name, "a socket", [](const char* path) {
      sockaddr_un address{};
      address.sun_family = AF_UNIX;
      std::strncpy(address.sun_path, path, sizeof address.sun_path - 1);
      const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
      const int rc = ::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address);
      ::close(fd);
      return rc;
    });
  }
}

}  // namespace rescale::checkpoint
