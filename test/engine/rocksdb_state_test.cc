// SPDX-License-Identifier: Apache-2.0
#include "flink_state/rocksdb_state.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <vector>

#include "flink_state/database.h"
#include "flink_state/directory.h"
#include "flink_state/rocksdb_oracle.h"
#include "support/temp_dir.h"

namespace flink_state {
namespace {

namespace fs = std::filesystem;

JobState Make(const StateOptions& options) {
  auto made = MakeState(options);
  INFO(made.status().ToString());
  REQUIRE(made.ok());
  return std::move(made).value();
}

void CheckModelIsRead(const JobState& job, const StateOptions& options) {
  for (const TaskState& task : job.tasks) {
    const auto read =
        ReadSources({task.handle}, options.max_parallelism.all(), options.max_parallelism);
    INFO(read.status().ToString());
    REQUIRE(read.ok());
    CHECK(*read == task.model);
  }
}

uint64_t LiveWalBytes(const std::string& directory) {
  uint64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (entry.path().extension() == ".log") bytes += entry.file_size();
  }
  return bytes;
}

}  // namespace

TEST_CASE("state: RocksDB reads the model back, whatever the job did") {
  const TempDirectory directory("rescale-state");
  StateOptions options;
  options.directory = directory / "state";
  options.parallelism = 3;
  options.keys = 1500;
  Workload& workload = options.workload;
  SECTION("the plain job") {}
  SECTION("with range deletions and snapshots") {
    workload.range_deletions = true;
    workload.snapshots = true;
  }
  SECTION("with garbage that is simply there") { workload.garbage = Garbage::kPlain; }
  SECTION("with garbage under range tombstones") {
    workload.garbage = Garbage::kRangeDeleted;
    workload.range_deletions = true;
  }
  SECTION("with a live WAL") { workload.live_wal = true; }
  SECTION("with two-byte key groups and different column families") {
    options.max_parallelism = *rescale::MaxParallelism::Create(1000);
    options.extra_state_tasks = {1};
    options.mixed_column_family_ids = true;
    options.empty_tasks = {2};
  }
  SECTION("with blobs") { options.lsm.blobs = true; }
  SECTION("compacted to the bottom first, universal style") {
    options.lsm.bottommost_first = true;
    options.lsm.universal = true;
  }
  CheckModelIsRead(Make(options), options);
}

TEST_CASE("state: what was asked for is really in the files") {
  const TempDirectory directory("rescale-state");
  StateOptions options;
  options.directory = directory / "state";
  options.keys = 3000;
  options.workload.live_wal = true;
  options.workload.snapshots = true;
  options.workload.range_deletions = true;
  options.lsm.bottommost_first = true;
  options.table.block_size_bytes = 1;
  const JobState job = Make(options);
  CHECK(LiveWalBytes(job.tasks[0].handle.directory) > 0);

  auto opened = Database::OpenExisting(job.tasks[0].handle.directory, Database::Mode::kReadOnly,
                                       rocksdb::NewLRUCache(1 << 20));
  REQUIRE(opened.ok());
  rocksdb::DB& db = (*opened)->db();
  std::vector<rocksdb::LiveFileMetaData> files;
  db.GetLiveFilesMetaData(&files);
  const auto any = [&](auto condition) {
    return std::any_of(files.begin(), files.end(), condition);
  };
  CHECK(any([](const auto& file) { return file.level == 0; }));
  CHECK(any([](const auto& file) { return file.level > 0 && file.smallest_seqno == 0; }));
  uint64_t deletions = 0, range_deletions = 0, merges = 0;
  for (const auto& [name, handle] : (*opened)->families()) {
    rocksdb::TablePropertiesCollection tables;
    REQUIRE(db.GetPropertiesOfAllTables(handle, &tables).ok());
    for (const auto& [file, properties] : tables) {
      deletions += properties->num_deletions;
      range_deletions += properties->num_range_deletions;
      merges += properties->num_merge_operands;
      CHECK(properties->num_data_blocks + properties->num_range_deletions ==
            properties->num_entries);
    }
  }
  CHECK(deletions > range_deletions);
  CHECK(range_deletions > 0);
  CHECK(merges > 0);
}

TEST_CASE("oracle: a checkpoint equals itself, and looking at it changes nothing") {
  const TempDirectory directory("rescale-state");
  StateOptions options;
  options.directory = directory / "state";
  options.parallelism = 2;
  options.workload.range_deletions = true;
  const JobState job = Make(options);
  const uint64_t before = *HashTree(options.directory);
  for (const TaskState& task : job.tasks) {
    const Judgement judgement = CheckRescaled(task.handle.directory, job.handles(),
                                              task.handle.owned, options.max_parallelism);
    CHECK(judgement.ToString() == "");
  }
  const std::vector<Target> both = {{job.tasks[0].handle.directory, job.tasks[0].handle.owned},
                                    {job.tasks[1].handle.directory, job.tasks[1].handle.owned}};
  CHECK(CheckTogether(both, job.handles(), options.max_parallelism).ToString() == "");
  CHECK(*HashTree(options.directory) == before);
}

TEST_CASE("oracle: finds what is wrong") {
  const TempDirectory directory("rescale-state");
  StateOptions options;
  options.directory = directory / "state";
  options.keys = 3000;
  options.parallelism = 2;
  const JobState job = Make(options);
  const rescale::StateHandle& first = job.tasks[0].handle;
  const rescale::StateHandle& second = job.tasks[1].handle;
  const auto check = [&](const std::string& result, const rescale::KeyGroupRange& target) {
    return CheckRescaled(result, job.handles(), target, options.max_parallelism);
  };

  SECTION("another task's state") { CHECK_FALSE(check(first.directory, second.owned).ok()); }
  SECTION("keys outside the target") {
    CHECK_FALSE(check(first.directory, {first.owned.first, first.owned.last - 1}).ok());
  }
  SECTION("keys that are missing") {
    CHECK_FALSE(check(first.directory, {first.owned.first, first.owned.last + 1}).ok());
  }
  SECTION("a flipped bit in a data block") {
    const std::string damaged = directory / "damaged";
    fs::copy(first.directory, damaged);
    for (const auto& entry : fs::directory_iterator(damaged)) {
      if (entry.path().extension() != ".sst") continue;
      rescale::test::FlipByte(entry.path(), 100);
      break;
    }
    CHECK_FALSE(check(damaged, first.owned).ok());
  }
  SECTION("a missing SST") {
    const std::string damaged = directory / "damaged";
    fs::copy(first.directory, damaged);
    for (const auto& entry : fs::directory_iterator(damaged)) {
      if (entry.path().extension() != ".sst") continue;
      fs::remove(entry.path());
      break;
    }
    CHECK_FALSE(check(damaged, first.owned).ok());
  }
  SECTION("an SST that nobody knows") {
    const std::string damaged = directory / "damaged";
    fs::copy(first.directory, damaged);
    std::ofstream(damaged + "/000001.sst") << "not in the MANIFEST";
    CHECK_FALSE(check(damaged, first.owned).ok());
  }
}

}  // namespace flink_state
