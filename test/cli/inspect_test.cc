// SPDX-License-Identifier: Apache-2.0
#include "rescale/inspect.h"

#include <rocksdb/db.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>

#include "base/internal_key.h"
#include "cli/cli_fixture.h"
#include "cli/process.h"
#include "flink_state/state_options.h"
#include "run/key_group_spread.h"

namespace rescale::test {
namespace {

using Catch::Matchers::Contains;

MaxParallelism Max(uint32_t value) { return *MaxParallelism::Create(value); }

manifest::FileMetaData MakeFile(const std::string& smallest, const std::string& largest,
                                uint64_t size_bytes, bool sentinel = false) {
  manifest::FileMetaData file;
  file.size_bytes = size_bytes;
  file.SetPayload(MakeInternalKey(smallest, SequenceNumber{5}, ValueType::kValue),
                  sentinel ? MakeRangeTombstoneSentinel(largest)
                           : MakeInternalKey(largest, SequenceNumber{5}, ValueType::kValue),
                  "");
  return file;
}

std::string AllOf(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

InspectReport InspectOk(const std::string& directory, std::optional<MaxParallelism> max = {}) {
  InspectOptions options;
  options.directory = directory;
  options.max_parallelism = max;
  const auto report = Inspect(options);
  REQUIRE(report.status().ToString() == "ok");
  return *report;
}

TEST_CASE("key groups: random files add up as counting one by one does") {
  std::mt19937 random(20261130);
  const MaxParallelism max = Max(1000);
  for (int round = 0; round < 50; ++round) {
    run::KeyGroupSpread spread(max);
    std::vector<uint64_t> files(1000);
    uint64_t bytes = 0;
    for (int i = 0; i < 20; ++i) {
      auto first = static_cast<uint32_t>(random() % 1000);
      auto last = static_cast<uint32_t>(random() % 1000);
      if (last < first) std::swap(first, last);
      const uint64_t size = random() % 100000;
      spread.Add(MakeFile(max.Prefix(first) + "a", max.Prefix(last) + "b", size));
      for (uint32_t group = first; group <= last; ++group) ++files[group];
      bytes += size;
    }
    uint64_t sum = 0;
    for (const KeyGroupSummary& group : spread.Groups()) {
      CHECK(group.files == files[group.key_group]);
      files[group.key_group] = 0;
      sum += group.estimated_bytes;
    }
    CHECK(sum == bytes);
    CHECK(std::count(files.begin(), files.end(), 0u) == 1000);
    CHECK(spread.odd_files() == 0);
  }
}

TEST_CASE("key groups: a range tombstone's end does not reach into the next key group") {
  const MaxParallelism max = Max(128);
  run::KeyGroupSpread spread(max);
  spread.Add(MakeFile(max.Prefix(3) + "a", max.Prefix(5), 10, true));
  spread.Add(MakeFile(max.Prefix(7) + "a", max.Prefix(7) + "b", 10, true));
  const auto groups = spread.Groups();
  REQUIRE(groups.size() == 3);
  CHECK(groups[1].key_group == 4);
  CHECK(groups[2].key_group == 7);
}

TEST_CASE("key groups: keys outside all key groups are told, and count where they reach some") {
  const MaxParallelism max = Max(16);
  run::KeyGroupSpread spread(max);
  spread.Add(MakeFile("\x0f", "\x7f", 10));  // 15 to 127
  spread.Add(MakeFile("\x10", "\x7f", 10));  // beyond all
  spread.Add(MakeFile("", "\x01", 10));      // from a key without a prefix
  spread.Add(MakeFile("", "", 10));
  CHECK(spread.odd_files() == 4);
  const auto groups = spread.Groups();
  REQUIRE(groups.size() == 3);
  CHECK(groups[0].key_group == 0);
  CHECK(groups[1].key_group == 1);
  CHECK(groups[2].key_group == 15);
}

TEST_CASE("key groups: files per key group have mean, deviation, least and most") {
  CHECK_FALSE(run::Summarize({}));
  const auto spread = run::Summarize({{0, 2, 0}, {1, 4, 0}, {2, 4, 0}, {3, 6, 0}});
  REQUIRE(spread);
  CHECK(spread->mean == Approx(4));
  CHECK(spread->stdev == Approx(std::sqrt(2.0)));
  CHECK(spread->min == 2);
  CHECK(spread->max == 6);
}

TEST_CASE("inspect: a checkpoint is told with its families, levels and key groups") {
  const CliFixture fixture;
  const InspectReport report = InspectOk(fixture / "old/1", Max(128));
  std::vector<std::string> names;
  uint64_t files = 0;
  uint64_t level_files = 0;
  for (const ColumnFamilySummary& family : report.column_families) {
    names.push_back(family.name);
    files += family.files;
    for (const LevelSummary& level : family.levels) level_files += level.files;
    CHECK(family.comparator == "leveldb.BytewiseComparator");
  }
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{flink_state::kTimerState, "default",
                                          flink_state::kListState, flink_state::kValueState,
                                          flink_state::kCounterState});
  CHECK(files == level_files);
  const std::filesystem::directory_iterator directory(fixture / "old/1");
  CHECK(files == static_cast<uint64_t>(std::count_if(
                     begin(directory), end(directory),
                     [](const auto& entry) { return entry.path().extension() == ".sst"; })));
  CHECK(report.written_by == std::to_string(ROCKSDB_MAJOR) + "." + std::to_string(ROCKSDB_MINOR) +
                                 "." + std::to_string(ROCKSDB_PATCH));
  CHECK(report.unsupported.empty());
  CHECK(report.live_log_bytes == 0);
  REQUIRE(report.table_formats.size() == 1);
  CHECK(report.table_formats[0] ==
        std::pair<std::string, uint64_t>("format_version 5, crc32c", files));
  REQUIRE(report.key_groups.size() == 32);
  CHECK(report.key_groups.front().key_group == 32);
  CHECK(report.files_per_key_group->min >= 1);
}

TEST_CASE("inspect: another max parallelism than the job's is noticed") {
  const CliFixture fixture;
  CHECK_THAT(AllOf(InspectOk(fixture / "old/3", Max(16)).notes),
             Contains("outside the key groups of max parallelism 16"));
}

TEST_CASE("inspect: what a rescale would refuse is listed") {
  const CliFixture fixture;
  CHECK_THAT(AllOf(InspectOk(fixture / "reverse/0").unsupported),
             Contains("rocksdb.ReverseBytewiseComparator"));

  const InspectReport with_wal = InspectOk(fixture / "wal/0");
  CHECK(with_wal.live_log_bytes > 0);
  CHECK_THAT(AllOf(with_wal.notes), Contains("WAL"));

  rocksdb::Options options;
  options.create_if_missing = true;
  options.allow_mmap_reads = true;
  options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(1));
  options.table_factory.reset(rocksdb::NewPlainTableFactory());
  rocksdb::DB* opened = nullptr;
  REQUIRE(rocksdb::DB::Open(options, fixture / "plain", &opened).ok());
  std::unique_ptr<rocksdb::DB> database(opened);
  REQUIRE(database->Put(rocksdb::WriteOptions(), "key", "value").ok());
  REQUIRE(database->Flush(rocksdb::FlushOptions()).ok());
  // While it is open, another process sees so.
  const ProcessResult live = RunShell("rescale inspect plain", fixture.path());
  CHECK(live.exit_code == 0);
  CHECK_THAT(live.out, Contains("open elsewhere") && Contains("yes"));
  CHECK_THAT(live.err, Contains("a process has this database open"));
  CHECK(RunShell("rescale inspect plain --quiet", fixture.path()).err.empty());
  const ProcessResult verified = RunShell("rescale verify plain", fixture.path());
  CHECK(verified.exit_code == 0);
  CHECK_THAT(verified.err, Contains("a process has this database open"));
  const ProcessResult json = RunShell("rescale verify plain --json", fixture.path());
  CHECK_THAT(json.out, Contains("\"open_in_another_process\": true"));
  CHECK(json.err.empty());
  const ProcessResult faulty = RunShell(
      "mkdir away; mv plain/*.sst away; rescale verify plain; code=$?; mv away/* plain; exit $code",
      fixture.path());
  CHECK(faulty.exit_code == 3);
  CHECK_THAT(faulty.err, Contains("may have changed it meanwhile"));
  database.reset();
  CHECK_THAT(AllOf(InspectOk(fixture / "plain").unsupported), Contains("plain"));
}

TEST_CASE(
    "inspect: missing and damaged SSTs stand against a rescale, a damaged MANIFEST is an error") {
  const CliFixture fixture;
  const std::string database = fixture / "old/0";
  std::vector<std::string> tables;
  for (const auto& entry : std::filesystem::directory_iterator(database)) {
    if (entry.path().extension() == ".sst") tables.push_back(entry.path().string());
  }
  std::sort(tables.begin(), tables.end());
  REQUIRE(tables.size() >= 3);
  std::filesystem::remove(tables[0]);
  WriteFile(tables[1], ReadFile(tables[1]).substr(0, 20));
  const InspectReport report = InspectOk(database);
  CHECK_THAT(
      AllOf(report.notes),
      Contains(std::filesystem::path(tables[0]).filename().string() +
               ": is named in the MANIFEST but not there") &&
          Contains(std::filesystem::path(tables[1]).filename().string() + ": cannot be read"));
  const std::string verdict = "1 of " + std::to_string(tables.size()) +
                              " SSTs is missing, 1 is damaged; take another checkpoint";
  CHECK(report.unsupported == std::vector<std::string>{verdict});
  const ProcessResult shown = RunShell("rescale inspect old/0", fixture.path());
  CHECK(shown.exit_code == 0);
  CHECK_THAT(shown.out, Contains("cannot be rescaled:\n  " + verdict) && !Contains("\ncan be"));
  CHECK_THAT(RunShell("rescale inspect old/0 --json", fixture.path()).out,
             Contains("\"unsupported\": [\n    \"" + verdict + "\"\n  ]"));
  uint64_t readable = 0;
  for (const auto& [format, files] : report.table_formats) readable += files;
  CHECK(readable == tables.size() - 2);

  const std::string manifest = database + "/" + report.manifest;
  FlipByte(manifest, 40);
  InspectOptions options;
  options.directory = database;
  const Status status = Inspect(options).status();
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK(status.path() == manifest);
  options.directory = fixture / "nowhere";
  CHECK(Inspect(options).status().code() == StatusCode::kNotFound);
}

}  // namespace
}  // namespace rescale::test
