// SPDX-License-Identifier: Apache-2.0
#include "ingest/stage_database.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <deque>

#include "base/internal_key.h"
#include "clip/small_table.h"
#include "ingest/made_source.h"
#include "manifest/manifest_reader.h"
#include "support/temp_dir.h"

namespace rescale::test {
namespace {

// Two source directories, a and b, with files made as a test says, and a staging directory.
class Stage {
 public:
  Stage() {
    for (const char* name : {"a", "b", "staged"}) {
      REQUIRE(PosixFileSystem().CreateDirectory(dir_ / name, 0755).ok());
    }
  }

  std::string Path(const std::string& name) const { return dir_ / name; }

  // An SST of 100 bytes: for files that are only linked, which are not looked into.
  void WriteLinked(const std::string& name) { WriteFile(Path(name), std::string(100, 'x')); }
  // A real one with a key in each of the key groups; its size in bytes.
  uint64_t WriteTable(const std::string& name, const std::vector<int>& groups,
                      const sst::Properties& properties = {}) {
    SmallTable table;
    for (const int group : groups) {
      table.points.emplace_back(MakeInternalKey(static_cast<char>(group) + std::string("k"),
                                                SequenceNumber{7}, ValueType::kValue),
                                "value");
    }
    table.more_properties = properties;
    WriteSmallTable(Path(name), table);
    return PosixFileSystem().Stat(Path(name))->size_bytes;
  }

  // Stages the plan; then the text of the error, or "ok".
  std::string Run(const plan::Plan& plan, const std::vector<std::string>& options = {"", ""}) {
    std::deque<checkpoint::OptionsFile> parsed;  // they stay where they are when more come
    std::vector<const checkpoint::OptionsFile*> pointers;
    for (const std::string& text : options) {
      if (!text.empty()) parsed.push_back(*checkpoint::OptionsFile::Parse(text, "OPTIONS-000007"));
      pointers.push_back(text.empty() ? nullptr : &parsed.back());
    }
    ingest::ProgressMeter progress(nullptr);
    ingest::FileTaskContext context;
    context.fs = &PosixFileSystem();
    context.plan = &plan;
    context.source_directories = {Path("a"), Path("b")};
    context.staging_directory = Path("staged");
    context.session_id = "NEWNEWNEWNEWNEWNEW01";
    context.progress = &progress;
    const auto staged = ingest::StageDatabase(context, pointers, &report);
    if (!staged.ok()) return staged.status().ToString();
    manifest_name = staged->manifest_name;
    return "ok";
  }

  manifest::Version Version() const {
    auto version = manifest::ReadManifest(PosixFileSystem(), Path("staged/" + manifest_name));
    REQUIRE(version.status().ToString() == "ok");
    return std::move(*version);
  }

  TargetReport report;
  std::string manifest_name;

 private:
  TempDir dir_;
};

std::string Options(int levels) {
  return fmt::format(
      "[Version]\nrocksdb_version=8.10.0\noptions_file_version=1.1\n[DBOptions]\n"
      "[CFOptions \"default\"]\nnum_levels={}\n",
      levels);
}

sst::Properties External() {
  sst::Properties properties;
  properties.SetFixed32("rocksdb.external_sst_file.version", 2);
  return properties;
}

}  // namespace

TEST_CASE("stage: everything of a database is there but CURRENT") {
  Stage stage;
  const MadeSources sources({"source a owns 0-127 next 30", "L1 10 [0:a..127:z] 100"});
  stage.WriteLinked("a/000010.sst");
  REQUIRE(stage.Run(sources.Plan({0, 127}), {Options(7), ""}) == "ok");
  CHECK(*PosixFileSystem().List(stage.Path("staged")) ==
        std::vector<std::string>{"000010.sst", "IDENTITY", "MANIFEST-000030", "OPTIONS-000031"});
  const manifest::Version version = stage.Version();
  CHECK(version.db_id + "\n" == ReadFile(stage.Path("staged/IDENTITY")));
  CHECK(version.next_file_number >= FileNumber{32});
  CHECK(stage.report.files_linked == 1);
}

TEST_CASE("stage: a file that has not the size its MANIFEST says is refused by name") {
  Stage stage;
  const MadeSources sources({"source a owns 0-127 next 30", "L1 10 [0:a..127:z] 101"});
  stage.WriteLinked("a/000010.sst");
  const std::string linked = stage.Run(sources.Plan({0, 127}));
  CHECK_THAT(linked,
             Catch::Contains("a/000010.sst") && Catch::Contains("expected 101 bytes, found 100"));
  CHECK(stage.Run(sources.Plan({0, 5})).find("expected 101 bytes, found 100") != std::string::npos);
}

TEST_CASE("stage: OPTIONS has as many levels as any source has files in") {
  Stage stage;
  const MadeSources sources({"source a owns 0-63 next 30", "L1 10 [0:a..63:z] 100",
                             "source b owns 64-127 next 30", "L5 10 [64:a..127:z] 100"});
  stage.WriteLinked("a/000010.sst");
  stage.WriteLinked("b/000010.sst");
  const auto levels = [&] {
    const auto options =
        checkpoint::OptionsFile::Read(PosixFileSystem(), stage.Path("staged/OPTIONS-000032"));
    REQUIRE(options.status().ToString() == "ok");
    return options->ColumnFamily("default").num_levels;
  };
  SECTION("the main database has fewer") {
    REQUIRE(stage.Run(sources.Plan({0, 127}), {Options(3), Options(7)}) == "ok");
    CHECK(levels() == 6);  // L0 to L5
  }
  SECTION("the main database has enough") {
    REQUIRE(stage.Run(sources.Plan({0, 127}), {Options(9), Options(7)}) == "ok");
    CHECK(levels() == 9);
  }
}

TEST_CASE("stage: a sparse source that is trimmed to nothing leaves no SST and no blob file") {
  Stage stage;
  const uint64_t size = stage.WriteTable("a/000010.sst", {0, 100});
  stage.WriteLinked("a/000020.blob");
  const MadeSources sources({"source a owns 0-127 next 30",
                             fmt::format("L1 10 [0:k#7..100:k#7] {} seq 7-7 blob 20", size),
                             "blob 20 100"});
  const plan::Plan plan = sources.Plan({40, 50});
  REQUIRE(plan.column_families[0].blob_files.size() == 1);
  REQUIRE(stage.Run(plan) == "ok");
  CHECK(*PosixFileSystem().List(stage.Path("staged")) ==
        std::vector<std::string>{"IDENTITY", "MANIFEST-000031"});
  CHECK(stage.report.files_dropped_empty == 1);
  CHECK(stage.report.files_trimmed == 0);
  CHECK(stage.report.bytes_trim_read == size);
  const manifest::Version version = stage.Version();
  CHECK(version.file_count() == 0);
  CHECK(version.column_families[0].blob_files.empty());
}

TEST_CASE("stage: blob files of two sources are linked under their own numbers") {
  Stage stage;
  for (const char* name : {"a/000010.sst", "a/000020.blob", "b/000010.sst", "b/000050.blob"}) {
    stage.WriteLinked(name);
  }
  const MadeSources sources({"source a owns 0-63 next 30", "L1 10 [0:a..63:z] 100 blob 20",
                             "blob 20 100", "source b owns 64-127 next 60",
                             "L1 10 [64:a..127:z] 100 blob 50", "blob 50 100"});
  REQUIRE(stage.Run(sources.Plan({0, 127})) == "ok");
  for (const char* name : {"000020.blob", "000050.blob"}) {
    const std::string from = std::string(name) == "000020.blob" ? "a/" : "b/";
    CHECK(PosixFileSystem().Stat(stage.Path(std::string("staged/") + name))->inode ==
          PosixFileSystem().Stat(stage.Path(from + name))->inode);
  }
  CHECK(stage.Version().column_families[0].blob_files.size() == 2);
}

TEST_CASE("seqno shift: an ingested file's bounds stay as they are, so it is refused") {
  Stage stage;
  stage.WriteTable("a/000010.sst", {1});
  stage.WriteTable("a/000011.sst", {1}, External());
  CHECK(ingest::CheckSeqnosMayShift(PosixFileSystem(), stage.Path("a/000010.sst")).ok());
  const Status refused = ingest::CheckSeqnosMayShift(PosixFileSystem(), stage.Path("a/000011.sst"));
  CHECK(refused.code() == StatusCode::kNotSupported);
  CHECK(refused.path() == stage.Path("a/000011.sst"));
  CHECK_THAT(refused.ToString(), Catch::Contains("rocksdb.external_sst_file.version") &&
                                     Catch::Contains("compact the sources first"));
  CHECK(ingest::CheckSeqnosMayShift(PosixFileSystem(), stage.Path("a/000012.sst")).code() ==
        StatusCode::kNotFound);
}

TEST_CASE("seqno shift: only a file whose bounds are shifted is looked into") {
  Stage stage;
  const bool external = GENERATE(false, true);
  const auto properties = external ? External() : sst::Properties{};
  const uint64_t a = stage.WriteTable("a/000012.sst", {0, 63}, properties);
  const uint64_t b = stage.WriteTable("b/000012.sst", {64, 127}, properties);
  const auto sources = [&](const char* last) {
    return MadeSources({"source a owns 0-63 next 30 last 1000",
                        fmt::format("L0 12 [0:k..63:k] {} seq 7-900", a),
                        "source b owns 64-127 next 30 last 2000",
                        fmt::format("L0 12 [64:k..127:k] {} seq {}", b, last)});
  };
  SECTION("shifted: nested in the other source's") {
    const MadeSources made = sources("8-800");
    const plan::Plan plan = made.Plan({0, 127});
    REQUIRE(ingest::Level0Offset(plan.column_families[0], 1) == 1000);
    const std::string outcome = stage.Run(plan);
    if (external) {
      CHECK_THAT(outcome, Catch::Contains("b/000012.sst") && Catch::Contains("ingested L0 file"));
    } else {
      CHECK(outcome == "ok");
    }
  }
  SECTION("not shifted: one above the other") {
    const MadeSources made = sources("1001-1800");
    CHECK(stage.Run(made.Plan({0, 127})) == "ok");
  }
}

}  // namespace rescale::test
