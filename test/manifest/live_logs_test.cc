// SPDX-License-Identifier: Apache-2.0
#include "manifest/live_logs.h"

#include <catch2/catch.hpp>

#include "support/temp_dir.h"

namespace rescale::manifest {
namespace {

using test::TempDir;
using test::WriteFile;

// A directory "db" with logs of its own as the test says, whose OPTIONS name a wal_dir.
class Place {
 public:
  Place() {
    REQUIRE(PosixFileSystem().CreateDirectory(dir_ / "db").ok());
    WriteFile(dir_ / "db/CURRENT", "MANIFEST-000005\n");
    WriteFile(dir_ / "db/MANIFEST-000005", "");
    version_.column_families.emplace_back();
    version_.column_families[0].log_number = FileNumber{10};
  }

  void OpenedHere() { WriteFile(dir_ / "db/LOCK", ""); }
  void MakeDirectory(const std::string& name) {
    REQUIRE(PosixFileSystem().CreateDirectory(dir_ / name).ok());
  }
  void Write(const std::string& name, const std::string& text) { WriteFile(dir_ / name, text); }
  std::string operator/(const std::string& name) const { return dir_ / name; }

  Status Check(const std::string& wal_dir) const {
    const auto files = checkpoint::FindCheckpointFiles(PosixFileSystem(), dir_ / "db");
    REQUIRE(files.status().ToString() == "ok");
    const auto options = checkpoint::OptionsFile::Parse(
        "[DBOptions]\n wal_dir=" + wal_dir + "\n[CFOptions \"default\"]\n", "OPTIONS");
    REQUIRE(options.ok());
    return CheckLogsAreHere(PosixFileSystem(), *files, version_, *options);
  }

 private:
  TempDir dir_;
  Version version_;
};

}  // namespace

TEST_CASE("live logs: a database whose WAL is kept elsewhere is refused") {
  Place place;
  place.OpenedHere();
  place.MakeDirectory("wals");
  place.Write("wals/000012.log", "12345");
  const Status status = place.Check(place / "wals");
  CHECK(status.code() == StatusCode::kNotSupported);
  CHECK(status.path() == place / "db");
  CHECK_THAT(status.ToString(), Catch::Contains(place / "wals") && Catch::Contains("5 bytes") &&
                                    Catch::Contains("take a checkpoint"));
  CHECK(place.Check(place / "gone").code() == StatusCode::kNotSupported);
}

TEST_CASE("live logs: what is whole without the other directory is not refused") {
  Place place;
  place.OpenedHere();
  place.MakeDirectory("wals");
  CHECK(place.Check("").ok());
  CHECK(place.Check(place / "db").ok());
  CHECK(place.Check(place / "wals/../db/").ok());
  // Nothing live is there: flushed logs, and an empty one.
  place.Write("wals/000009.log", "old");
  place.Write("wals/000012.log", "");
  place.MakeDirectory("wals/000013.log");
  CHECK(place.Check(place / "wals").ok());
  place.Write("wals/000012.log", "12345");
  CHECK_FALSE(place.Check(place / "wals").ok());
  // Another database's own directory: the default of RocksDB up to 6.19, in a copy.
  place.Write("wals/CURRENT", "MANIFEST-000001\n");
  CHECK(place.Check(place / "wals").ok());
}

TEST_CASE("live logs: a checkpoint names its origin's wal_dir and is whole") {
  Place place;
  place.MakeDirectory("wals");
  place.Write("wals/000012.log", "12345");
  CHECK(place.Check(place / "wals").ok());  // on the machine it was taken
  CHECK(place.Check(place / "gone").ok());  // on another
  place.OpenedHere();                       // opened later, with its own log
  place.Write("db/000014.log", "");
  CHECK(place.Check(place / "wals").ok());
  CHECK(place.Check(place / "gone").ok());
}

}  // namespace rescale::manifest
