// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "manifest/manifest_writer.h"
#include "verify/made_database.h"
#include "verify/verify_db.h"

namespace rescale::test {
namespace {

bool HasNote(const VerifyReport& report, const std::string& part) {
  return std::any_of(report.notes.begin(), report.notes.end(),
                     [&](const std::string& note) { return Has(note, part); });
}

// Two files on level 0, two on level 1.
void Fill(MadeDatabase* db) {
  db->Add(1, {.points = {Put("a", 1), Put("c", 2), Put("d", 3), Put("e", 4)}});
  db->Add(1, {.points = {Put("m", 5), Put("p", 6)}});
  db->Add(0, {.points = {Put("a", 11), Put("z", 12)}});
  db->Add(0, {.points = {Put("b", 21), Delete("z", 22)}});
}

}  // namespace

TEST_CASE("verify: a sound directory passes and is counted") {
  MadeDatabase db;
  Fill(&db);
  db.Write();
  const Result<VerifyReport> report = Verify(db.Options());
  REQUIRE(report.status().ToString() == "ok");
  CHECK(report->files == 4);
  CHECK(report->column_families == 1);
  CHECK_FALSE(report->deep);
  CHECK(report->entries == 0);
  CHECK(HasNote(*report, "no OPTIONS"));
}

TEST_CASE("verify: a missing or resized SST is named") {
  MadeDatabase db;
  Fill(&db);
  db.Write();
  const std::string path = db.PathOf(db.file(1, 1));
  const std::string bytes = ReadFile(path);
  WriteFile(path, bytes + "x");
  CHECK(Has(Outcome(db.Options()), "corruption: " + path + ": size differs"));
  REQUIRE(PosixFileSystem().RemoveFile(path).ok());
  CHECK(Has(Outcome(db.Options()), path + ": the MANIFEST names this file, but it is missing"));
}

TEST_CASE("verify: an SST that the MANIFEST does not name is a note") {
  MadeDatabase db;
  Fill(&db);
  db.Write();
  WriteFile(db.directory() + "/000099.sst", "x");
  const Result<VerifyReport> report = Verify(db.Options());
  REQUIRE(report.ok());
  CHECK(HasNote(*report, "000099.sst"));
}

TEST_CASE("verify: OPTIONS must name the same column families") {
  MadeDatabase db;
  Fill(&db);
  db.Write();
  const std::string text =
      "[Version]\n  rocksdb_version=7.8.3\n  options_file_version=1.1\n[DBOptions]\n"
      "  max_open_files=-1\n[CFOptions \"default\"]\n  num_levels=7\n"
      "[TableOptions/BlockBasedTable \"default\"]\n  block_size=4096\n";
  const std::string path = db.directory() + "/OPTIONS-000007";
  WriteFile(path, text);
  CHECK(Outcome(db.Options()) == "ok");
  WriteFile(path, text +
                      "[CFOptions \"other\"]\n  num_levels=7\n"
                      "[TableOptions/BlockBasedTable \"other\"]\n  block_size=4096\n");
  CHECK(Has(Outcome(db.Options()), "column family \"other\" of OPTIONS is not in the MANIFEST"));
  std::string one_level = text;
  one_level.replace(one_level.find("num_levels=7"), 12, "num_levels=1");
  WriteFile(path, one_level);
  CHECK(Has(Outcome(db.Options()), "but num_levels = 1 in OPTIONS"));
  WriteFile(path, "[CFOptions \"de");
  CHECK(Has(Outcome(db.Options()), "corruption: " + path));
}

TEST_CASE("verify: IDENTITY must be the MANIFEST's database id") {
  MadeDatabase db;
  Fill(&db);
  db.Write();
  WriteFile(db.directory() + "/IDENTITY", "somebody-else");
  CHECK(Has(Outcome(db.Options()), "somebody-else"));
}

TEST_CASE(
    "verify: overlapping files of a level and low counters are found without opening an SST") {
  {
    MadeDatabase db;
    Fill(&db);
    SetBounds(&db.file(1, 0), db.file(1, 0).smallest(), Put("n", 5).first);
    db.Write();
    CHECK(Has(Outcome(db.Options()), "corruption"));
  }
  {
    MadeDatabase db;
    Fill(&db);
    db.version.last_sequence = SequenceNumber{20};
    db.Write();
    CHECK(Has(Outcome(db.Options()), "corruption"));
  }
}

TEST_CASE("verify: a staged database is read by its MANIFEST's name, without CURRENT") {
  MadeDatabase db;
  Fill(&db);
  db.Write();
  REQUIRE(PosixFileSystem().RemoveFile(db.directory() + "/CURRENT").ok());
  CHECK(Has(Outcome(db.Options()), "not found"));
  CHECK(verify::VerifyDatabase(db.Deep(), "MANIFEST-000005").status().ToString() == "ok");
}

TEST_CASE("verify: a range without max parallelism, or outside it, makes no sense") {
  MadeDatabase db;
  Fill(&db);
  db.Write();
  VerifyOptions options = db.Options();
  options.range = KeyGroupRange{0, 5};
  CHECK(Has(Outcome(options), "invalid argument"));
  options.max_parallelism = *MaxParallelism::Create(4);
  CHECK(Has(Outcome(options), "invalid argument"));
}

}  // namespace rescale::test
