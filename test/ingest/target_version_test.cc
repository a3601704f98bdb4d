// SPDX-License-Identifier: Apache-2.0
#include "ingest/target_version.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "base/internal_key.h"
#include "ingest/made_source.h"
#include "manifest/consistency.h"
#include "manifest/version_text.h"
#include "plan/target_version.h"

namespace rescale::test {
namespace {

using ingest::BuildTargetVersion;
using ingest::TrimmedFile;

// The target's Version, checked as a reader would; `change` has a say in what trimming gave.
manifest::Version Build(const plan::Plan& plan,
                        const std::function<void(TrimmedFile*)>& change = nullptr) {
  std::vector<TrimmedFile> trims = plan::WidestTrims(plan);
  for (TrimmedFile& trim : trims) {
    if (change) change(&trim);
  }
  auto version = BuildTargetVersion(plan, trims, "new-id", FileNumber{2000});
  REQUIRE(version.status().ToString() == "ok");
  const Status sound = manifest::CheckConsistency(*version);
  INFO(VersionText(*version));
  REQUIRE(sound.ToString() == "ok");
  return std::move(*version);
}

std::vector<uint64_t> Numbers(const std::vector<manifest::FileMetaData>& files) {
  std::vector<uint64_t> numbers;
  for (const auto& file : files) numbers.push_back(file.number.value);
  return numbers;
}

std::vector<uint64_t> BlobNumbers(const manifest::ColumnFamily& family) {
  std::vector<uint64_t> numbers;
  for (const auto& blob : family.blob_files) numbers.push_back(blob.number.value);
  return numbers;
}

void DropAll(TrimmedFile* trim) { trim->result.empty = true; }

}  // namespace

TEST_CASE("target version: counters, and a linked file is its source but for number and epoch") {
  const MadeSources sources(
      {"source a owns 0-63 next 30 last 700", "L1 10 [0:a..63:z] 100 seq 3-9 epoch 4 marked",
       "source b owns 64-127 next 90 last 900", "L1 10 [64:a..127:z] 200 seq 5-8 epoch 6"});
  const manifest::Version version = Build(sources.Plan({0, 127}));
  CHECK(version.db_id == "new-id");
  CHECK(version.next_file_number == FileNumber{2000});
  CHECK(version.last_sequence == SequenceNumber{900});
  CHECK(version.min_log_number_to_keep == FileNumber{0});
  const auto& level = version.column_families.at(0).levels.at(1);
  REQUIRE(Numbers(level) == std::vector<uint64_t>{10, 30});
  const manifest::FileMetaData& source = sources.File(1, 1);
  CHECK(level[1].size_bytes == 200);
  CHECK(level[1].smallest() == source.smallest());
  CHECK(level[1].largest() == source.largest());
  CHECK(level[1].smallest_seqno == SequenceNumber{5});
  CHECK(level[1].largest_seqno == SequenceNumber{8});
  CHECK(level[1].epoch_number == 10);  // above the main source's
  CHECK(level[0].DecodeCustom()->marked_for_compaction);
}

TEST_CASE("target version: a trimmed file is what trimming made of it") {
  MadeSources sources({"source a owns 0-127", "L1 10 [0:a..127:z] 100 seq 3-9 epoch 4"});
  manifest::FileCustomFields fields;
  fields.file_checksum = "of the whole";
  fields.file_checksum_func_name = "crc32c";
  fields.unique_id = UniqueId{1, 2};
  fields.compensated_range_deletion_size = 77;
  fields.tail_size_bytes = 5;
  fields.file_creation_time_s = 1234;
  sources.SetCustom(0, fields);
  const std::string smallest = MakeInternalKey("\x05k", SequenceNumber{4}, ValueType::kValue);
  const std::string largest = MakeInternalKey("\x06k", SequenceNumber{8}, ValueType::kMerge);
  uint64_t tombstones = 0;
  const auto trim = [&](TrimmedFile* t) {
    t->result = {.file_size_bytes = 40,
                 .smallest = smallest,
                 .largest = largest,
                 .smallest_seqno = SequenceNumber{4},
                 .largest_seqno = SequenceNumber{8},
                 .tail_size_bytes = 20,
                 .has_unique_id = true,
                 .unique_id = UniqueId{9, 9},
                 .num_range_deletions = tombstones};
  };
  const plan::Plan plan = sources.Plan({5, 6});
  const manifest::Version version = Build(plan, trim);
  const manifest::FileMetaData& file = version.column_families[0].levels[1].at(0);
  CHECK(file.number == FileNumber{1000});
  CHECK(file.size_bytes == 40);
  CHECK(file.smallest() == smallest);
  CHECK(file.largest() == largest);
  CHECK(file.smallest_seqno == SequenceNumber{4});
  CHECK(file.largest_seqno == SequenceNumber{8});
  const auto custom = file.DecodeCustom();
  CHECK(custom->file_checksum.empty());
  CHECK(custom->file_checksum_func_name.empty());
  CHECK(custom->unique_id == UniqueId{9, 9});
  CHECK(custom->tail_size_bytes == 20);
  CHECK(custom->compensated_range_deletion_size == 0);
  CHECK(custom->file_creation_time_s == 1234);
  tombstones = 1;  // some are left, so what they compensate stays
  const manifest::Version again = Build(plan, trim);
  CHECK(again.column_families[0].levels[1][0].DecodeCustom()->compensated_range_deletion_size ==
        77);
}

TEST_CASE("target version: a trim without a result is our own fault, not a file less") {
  const MadeSources sources(
      {"source a owns 0-127", "L1 10 [0:a..50:z] 100 epoch 4", "L1 11 [51:a..127:z] 100 epoch 5"});
  const plan::Plan plan = sources.Plan({20, 80});
  std::vector<TrimmedFile> trims = plan::WidestTrims(plan);
  REQUIRE(trims.size() == 2);
  trims.pop_back();
  CHECK(BuildTargetVersion(plan, trims, "", FileNumber{1000}).status().code() ==
        StatusCode::kInternal);
  trims = plan::WidestTrims(plan);
  std::swap(trims[0], trims[1]);
  CHECK(BuildTargetVersion(plan, trims, "", FileNumber{1000}).status().code() ==
        StatusCode::kInternal);
}

TEST_CASE("target version: levels are in order, whatever the order of the sources' files") {
  const MadeSources sources({"source a owns 64-127", "L0 20 [64:a..127:z] 100 seq 50-60 epoch 8",
                             "L2 10 [64:a..100:z] 100 epoch 4", "L2 11 [101:a..127:z] 100 epoch 4",
                             "source b owns 0-63", "L0 21 [0:a..63:z] 100 seq 70-80 epoch 8",
                             "L0 20 [0:a..63:z] 100 seq 40-45 epoch 7",
                             "L2 10 [0:a..63:z] 100 epoch 4"});
  const plan::Plan plan = sources.Plan({0, 127});
  const manifest::Version version = Build(plan);
  const auto& levels = version.column_families[0].levels;
  REQUIRE(levels.size() == 3);
  CHECK(levels[1].empty());
  CHECK(std::is_sorted(levels[0].begin(), levels[0].end(), [](const auto& a, const auto& b) {
    return a.epoch_number > b.epoch_number;
  }));
  CHECK(levels[0].size() == 3);
  REQUIRE(levels[2].size() == 3);
  CHECK(UserKeyOf(levels[2][0].smallest()) == std::string("\0a", 2));
  CHECK(levels[2][1].number == FileNumber{10});
  CHECK(levels[2][2].number == FileNumber{11});
}

TEST_CASE("target version: bounds of L0 alone are shifted, and a bound of 0 stays") {
  const MadeSources sources(
      {"source a owns 0-63 next 30 last 1000", "L0 12 [0:a..63:z] 100 seq 500-900",
       "L0 11 [0:a..63:z] 100 seq 100-400", "L1 10 [0:a..63:z] 100 seq 1-50",
       "source b owns 64-127 next 30 last 2000", "L0 12 [64:a..127:z] 100 seq 600-800",
       "L0 11 [64:a..127:z] 100 seq 0-0", "L1 10 [64:a..127:z] 100 seq 2-40"});
  const plan::Plan plan = sources.Plan({0, 127});
  REQUIRE(ingest::Level0Offset(plan.column_families[0], 1) == 1000);
  CHECK(ingest::Level0Offset(plan.column_families[0], 0) == 0);
  CHECK(ingest::Level0Offset(plan.column_families[0], 7) == 0);
  for (const plan::PlannedFile& file : plan.column_families[0].files) {
    CHECK(ingest::ShiftsSeqnos(plan.column_families[0], file) ==
          (file.source == 1 && file.target_level == 0));
  }
  const manifest::Version version = Build(plan);
  std::vector<std::pair<uint64_t, uint64_t>> level0, level1;
  for (const auto& file : version.column_families[0].levels[0]) {
    level0.emplace_back(file.smallest_seqno.value, file.largest_seqno.value);
  }
  for (const auto& file : version.column_families[0].levels[1]) {
    level1.emplace_back(file.smallest_seqno.value, file.largest_seqno.value);
  }
  std::sort(level0.begin(), level0.end());
  CHECK(level0 ==
        std::vector<std::pair<uint64_t, uint64_t>>{{0, 0}, {100, 400}, {500, 900}, {1600, 1800}});
  CHECK(level1 == std::vector<std::pair<uint64_t, uint64_t>>{{1, 50}, {2, 40}});
}

TEST_CASE("target version: column families merge by name, with ids of their own") {
  const MadeSources sources({"source a owns 0-63", "cf lists 1", "L1 10 [0:a..63:z] 100 epoch 2",
                             "cf empty 5", "source b owns 64-127", "cf timers 1",
                             "L1 20 [64:a..127:z] 100 epoch 2", "cf lists 2",
                             "L2 21 [64:a..127:z] 100 epoch 2"});
  const manifest::Version version = Build(sources.Plan({0, 127}));
  std::vector<std::pair<uint32_t, std::string>> families;
  for (const auto& family : version.column_families) families.emplace_back(family.id, family.name);
  CHECK(families == std::vector<std::pair<uint32_t, std::string>>{
                        {0, "default"}, {1, "lists"}, {5, "empty"}, {6, "timers"}});
  CHECK(version.max_column_family == 6);
  CHECK(version.FindColumnFamily("lists")->levels.at(1).size() == 1);
  CHECK(version.FindColumnFamily("lists")->levels.at(2).size() == 1);
  CHECK(version.FindColumnFamily("timers")->levels.at(1).size() == 1);
  CHECK(version.FindColumnFamily("empty")->levels.empty());
}

TEST_CASE("target version: a trim that came out empty takes its level and blob files with it") {
  const MadeSources sources({"source a owns 0-127", "L1 10 [0:a..127:z] 100 epoch 4 blob 20",
                             "blob 20 1M", "blob 21 1M"});
  const plan::Plan plan = sources.Plan({20, 30});
  REQUIRE(plan.column_families[0].blob_files.size() == 2);
  CHECK(BlobNumbers(Build(plan).column_families[0]) == std::vector<uint64_t>{20, 21});
  const manifest::Version dropped = Build(plan, DropAll);
  CHECK(dropped.column_families[0].levels.empty());
  CHECK(dropped.column_families[0].blob_files.empty());
}

TEST_CASE("target version: blob files of two sources stand in number order") {
  const MadeSources sources({"source a owns 0-63 next 30", "L1 10 [0:a..63:z] 100 epoch 4 blob 25",
                             "blob 26 1M", "blob 25 1M", "source b owns 64-127 next 30",
                             "L1 11 [64:a..127:z] 100 epoch 4 blob 20", "blob 20 1M",
                             "blob 22 1M"});
  CHECK(BlobNumbers(Build(sources.Plan({0, 127})).column_families[0]) ==
        std::vector<uint64_t>{20, 22, 25, 26});
}

TEST_CASE("target version: a source whose trims came out empty leaves no blob file behind") {
  const MadeSources sources({"source a owns 0-63 next 30", "L1 10 [0:a..63:z] 100 epoch 4 blob 20",
                             "blob 20 1M", "source b owns 64-127 next 60",
                             "L1 11 [64:a..127:z] 100 epoch 4 blob 50", "blob 50 1M"});
  const plan::Plan plan = sources.Plan({0, 100});
  REQUIRE(plan.column_families[0].blob_files.size() == 2);
  CHECK(BlobNumbers(Build(plan, DropAll).column_families[0]) == std::vector<uint64_t>{20});
}

}  // namespace rescale::test
