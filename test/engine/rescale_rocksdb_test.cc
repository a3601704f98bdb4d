// SPDX-License-Identifier: Apache-2.0
// The whole journey on real state: RocksDB writes it, Run rescales it, RocksDB judges it.
#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "engine/pairwise.h"
#include "flink_state/directory.h"
#include "flink_state/rocksdb_oracle.h"
#include "flink_state/rocksdb_state.h"
#include "rescale/engine_rocksdb.h"
#include "rescale/run.h"
#include "rescale/verify.h"
#include "support/rocksdb/thread_sanitizer.h"

namespace flink_state {
namespace {

namespace fs = std::filesystem;
using rescale::KeyGroupRange;
using rescale::MaxParallelism;
using rescale::StateHandle;
using rescale::StatusCode;
using BlockBased = rocksdb::BlockBasedTableOptions;

MaxParallelism Max(uint32_t value) { return *MaxParallelism::Create(value); }

JobState Make(const StateOptions& options) {
  auto made = MakeState(options);
  INFO(made.status().ToString());
  REQUIRE(made.ok());
  rescale::test::EndIdleRocksDbThreads();
  return std::move(made).value();
}

rescale::RunOptions RunOptionsFor(const std::vector<StateHandle>& sources, MaxParallelism max,
                                  uint32_t parallelism, const std::string& out) {
  rescale::RunOptions options;
  options.sources = sources;
  options.max_parallelism = max;
  options.parallelism = parallelism;
  options.out = out;
  options.write.threads = 2;
  options.write.deep_verify = parallelism % 2 == 0;
  return options;
}

// Our own checker, asked for everything. It reads no WAL, so sources that have one are left out.
void CheckVerified(const rescale::TargetReport& target, const rescale::RunOptions& options) {
  rescale::VerifyOptions verify;
  verify.directory = target.directory;
  verify.max_parallelism = options.max_parallelism;
  verify.range = target.groups;
  verify.deep = true;
  if (target.sources_flushed == 0) verify.against = options.sources;
  const auto report = rescale::Verify(verify);
  INFO(report.status().ToString());
  CHECK(report.ok());
}

// Rescales and has every target judged, alone and all together; returns the targets as handles for
// the next step, and adds the number of cut files to `trimmed`.
std::vector<StateHandle> RescaleAndCheck(const rescale::RunOptions& options, uint64_t* trimmed) {
  const auto report = rescale::Run(options);
  INFO(report.status().ToString());
  REQUIRE(report.ok());
  REQUIRE(report->targets.size() == options.parallelism);
  std::vector<StateHandle> handles;
  std::vector<Target> targets;
  for (const rescale::TargetReport& target : report->targets) {
    CHECK(target.groups ==
          *options.max_parallelism.RangeOfSubtask(options.parallelism, target.index));
    handles.push_back({target.directory, target.groups});
    targets.push_back({target.directory, target.groups});
    *trimmed += target.files_trimmed;
    const uint64_t before = *HashTree(target.directory);
    CheckVerified(target, options);
    CHECK(CheckRescaled(target.directory, options.sources, target.groups, options.max_parallelism)
              .ToString() == "");
    CHECK(*HashTree(target.directory) == before);
  }
  OracleOptions reading;
  reading.write = targets.size() == 2;  // the rest is the same work again
  CHECK(CheckTogether(targets, options.sources, options.max_parallelism, reading).ToString() == "");
  return handles;
}

// Through the parallelisms of `steps`, the first being that of the state. The sources of every step
// are as they were, to the byte. Returns how many files were cut.
uint64_t RescaleThrough(const StateOptions& state, const std::vector<uint32_t>& steps,
                        rescale::Engine* engine = nullptr) {
  const JobState job = Make(state);
  std::vector<StateHandle> handles = job.handles();
  std::string sources = state.directory;
  uint64_t trimmed = 0;
  for (size_t step = 1; step < steps.size(); ++step) {
    const uint64_t before = *HashTree(sources);
    const std::string out = state.directory + "-step-" + std::to_string(step);
    rescale::RunOptions options = RunOptionsFor(handles, state.max_parallelism, steps[step], out);
    options.write.engine = engine;
    handles = RescaleAndCheck(options, &trimmed);
    CHECK(*HashTree(sources) == before);
    sources = out;
  }
  return trimmed;
}

// ---- the sweep ----

template <typename T>
T Choose(const std::vector<T>& levels, size_t index) {
  return levels.at(index);
}

struct Compression {
  rocksdb::CompressionType type;
  uint32_t dictionary_bytes;
};

const std::vector<BlockBased::IndexType> kIndexes = {
    BlockBased::kBinarySearch, BlockBased::kHashSearch, BlockBased::kTwoLevelIndexSearch,
    BlockBased::kBinarySearchWithFirstKey};
const std::vector<Filter> kFilters = {Filter::kNone, Filter::kBloom, Filter::kPartitionedBloom,
                                      Filter::kRibbon};
const std::vector<Compression> kCompressions = {{rocksdb::kNoCompression, 0},
                                                {rocksdb::kSnappyCompression, 0},
                                                {rocksdb::kLZ4Compression, 0},
                                                {rocksdb::kLZ4Compression, 4096},
                                                {rocksdb::kLZ4HCCompression, 0},
                                                {rocksdb::kZlibCompression, 0},
                                                {rocksdb::kZlibCompression, 4096},
                                                {rocksdb::kZSTD, 0},
                                                {rocksdb::kZSTD, 4096}};
const std::vector<rocksdb::ChecksumType> kChecksums = {
    rocksdb::kNoChecksum, rocksdb::kCRC32c, rocksdb::kxxHash, rocksdb::kxxHash64, rocksdb::kXXH3};
const std::vector<uint32_t> kFormatVersions = {2, 3, 4, 5};
const std::vector<uint64_t> kBlockSizes = {1, 600, 4096};
const std::vector<int> kIndexRestartIntervals = {1, 7};
const std::vector<std::vector<uint32_t>> kSteps = {{4, 2}, {4, 3}, {4, 6}, {1, 4}, {4, 3, 5}};
const std::vector<Garbage> kGarbage = {Garbage::kNone, Garbage::kPlain, Garbage::kRangeDeleted};
const std::vector<uint32_t> kMaxParallelisms = {128, 1000};

enum class Tree : uint8_t { kLevels, kUniversal, kLevel0Only, kDynamicLevels, kBottomFirst };
const std::vector<Tree> kTrees = {Tree::kLevels, Tree::kUniversal, Tree::kLevel0Only,
                                  Tree::kDynamicLevels, Tree::kBottomFirst};

const std::vector<size_t> kLevelCounts = {kIndexes.size(),
                                          kFilters.size(),
                                          kCompressions.size(),
                                          kChecksums.size(),
                                          kFormatVersions.size(),
                                          kBlockSizes.size(),
                                          kIndexRestartIntervals.size(),
                                          kSteps.size(),
                                          kGarbage.size(),
                                          kMaxParallelisms.size(),
                                          kTrees.size(),
                                          2,   // data-block hash index
                                          2,   // snapshots
                                          2,   // range deletions
                                          2};  // key-group prefix extractor

StateOptions StateOf(const rescale::test::PairwiseRow& row, uint64_t seed) {
  StateOptions state;
  state.seed = seed;
  state.keys = 900;
  state.keep_model = false;
  state.parallelism = Choose(kSteps, row[7]).front();
  state.max_parallelism = Max(Choose(kMaxParallelisms, row[9]));
  TableShape& table = state.table;
  table.index_type = Choose(kIndexes, row[0]);
  table.filter = Choose(kFilters, row[1]);
  table.compression = Choose(kCompressions, row[2]).type;
  table.dictionary_bytes = Choose(kCompressions, row[2]).dictionary_bytes;
  table.checksum = Choose(kChecksums, row[3]);
  table.format_version = Choose(kFormatVersions, row[4]);
  table.block_size_bytes = Choose(kBlockSizes, row[5]);
  table.index_block_restart_interval = Choose(kIndexRestartIntervals, row[6]);
  table.data_block_hash_index = row[11] == 1;
  table.key_group_prefix_extractor = row[14] == 1;
  const Tree tree = Choose(kTrees, row[10]);
  LsmShape& lsm = state.lsm;
  lsm.target_file_bytes = 16 << 10;
  lsm.level_base_bytes = 48 << 10;
  lsm.universal = tree == Tree::kUniversal;
  lsm.auto_compactions = tree != Tree::kLevel0Only;
  lsm.dynamic_level_bytes = tree == Tree::kDynamicLevels;
  lsm.bottommost_first = tree == Tree::kBottomFirst;
  state.workload.garbage = Choose(kGarbage, row[8]);
  state.workload.snapshots = row[12] == 1;
  state.workload.range_deletions = row[13] == 1;
  state.workload.flushes_per_round = 2;
  return state;
}

std::string Described(const rescale::test::PairwiseRow& row) {
  std::string text = "row";
  for (const size_t level : row) text += " " + std::to_string(level);
  return text;
}

}  // namespace

TEST_CASE("pairwise: every two choices meet") {
  const auto rows = rescale::test::PairwiseRows(kLevelCounts);
  CHECK(rows.size() < 75);
  for (size_t a = 0; a < kLevelCounts.size(); ++a) {
    for (size_t b = a + 1; b < kLevelCounts.size(); ++b) {
      std::set<std::pair<size_t, size_t>> met;
      for (const auto& row : rows) met.emplace(row[a], row[b]);
      CHECK(met.size() == kLevelCounts[a] * kLevelCounts[b]);
    }
  }
}

TEST_CASE("rescale: every table format and tree shape, judged by RocksDB", "[sweep]") {
  const auto rows = rescale::test::PairwiseRows(kLevelCounts);
  const size_t index = GENERATE_COPY(range(size_t{0}, rows.size()));
  const TempDirectory directory("rescale-sweep");
  StateOptions state = StateOf(rows[index], index + 1);
  state.directory = directory / "state";
  INFO("number " << index << ", " << Described(rows[index]));
  const std::vector<uint32_t> steps = Choose(kSteps, rows[index][7]);
  const uint64_t trimmed = RescaleThrough(state, steps);
  // 4 to 2 is made of whole sources, so there nothing need be cut.
  if (steps.back() != 2) CHECK(trimmed > 0);
}

TEST_CASE("rescale: key-group prefixes at the limits of their widths") {
  const TempDirectory directory("rescale-prefix");
  StateOptions state;
  state.directory = directory / "state";
  state.keys = 1500;
  state.workload.range_deletions = true;
  SECTION("one key group") {
    state.max_parallelism = Max(1);
    RescaleThrough(state, {1, 1});
  }
  SECTION("as many tasks as key groups") {
    state.max_parallelism = Max(5);
    state.parallelism = 5;
    RescaleThrough(state, {5, 1, 5});
  }
  SECTION("the last with one byte") {
    state.max_parallelism = Max(128);
    state.parallelism = 7;
    RescaleThrough(state, {7, 5});
  }
  SECTION("the first with two bytes") {
    state.max_parallelism = Max(129);
    state.parallelism = 2;
    RescaleThrough(state, {2, 3});
  }
  SECTION("the most there may be") {
    state.max_parallelism = Max(32768);
    state.parallelism = 3;
    RescaleThrough(state, {3, 4});
  }
}

TEST_CASE("rescale: sources with a live WAL are flushed first, and are not changed") {
  const TempDirectory directory("rescale-wal");
  StateOptions state;
  state.directory = directory / "state";
  state.parallelism = 4;
  state.keys = 1600;
  state.workload.live_wal = true;
  state.workload.range_deletions = true;
  const auto engine = rescale::MakeRocksDbEngine();
  SECTION("4 to 3") { RescaleThrough(state, {4, 3}, engine.get()); }
  SECTION("everything is in the WAL") {
    state.workload.rounds = 1;
    RescaleThrough(state, {4, 2}, engine.get());
  }
  SECTION("the flush is a phase of its own") {
    const JobState job = Make(state);
    auto options = RunOptionsFor(job.handles(), state.max_parallelism, 3, directory / "out");
    options.write.engine = engine.get();
    std::vector<std::string> phases;
    options.write.progress = [&](const rescale::Progress& progress) {
      if (phases.empty() || phases.back() != progress.phase) phases.push_back(progress.phase);
    };
    REQUIRE(rescale::Run(options).status().ToString() == "ok");
    REQUIRE(phases.size() > 3);
    CHECK(phases[0] == "plan");
    CHECK(phases[1] == "flush");
    CHECK(phases[2] == "write");
  }
  SECTION("a wrong order shows when everything was in the WAL, too") {
    state.workload.rounds = 1;
    const JobState job = Make(state);
    auto options = RunOptionsFor(job.handles(), state.max_parallelism, 2, directory / "out");
    options.write.engine = engine.get();
    for (StateHandle& handle : options.sources) handle.owned_is_assumed = true;
    std::swap(options.sources[0].directory, options.sources[3].directory);
    const rescale::Status status = rescale::Run(options).status();
    CHECK(status.code() == StatusCode::kInvalidArgument);
    CHECK_THAT(status.ToString(), Catch::Contains("is subtask 0 of 4 by its position"));
    CHECK_FALSE(std::filesystem::exists(directory / "out"));
  }
  SECTION("without an engine they are refused") {
    const JobState job = Make(state);
    const uint64_t before = *HashTree(state.directory);
    const auto report =
        rescale::Run(RunOptionsFor(job.handles(), state.max_parallelism, 3, directory / "out"));
    CHECK(report.status().code() == StatusCode::kNotSupported);
    CHECK(*HashTree(state.directory) == before);
    CHECK(CountFiles(directory / "out", "0") == 0);
  }
}

TEST_CASE("rescale: sources with different column families and ids") {
  const TempDirectory directory("rescale-families");
  StateOptions state;
  state.directory = directory / "state";
  state.parallelism = 4;
  state.mixed_column_family_ids = true;
  state.extra_state_tasks = {1, 2};
  const auto steps = GENERATE(std::vector<uint32_t>{4, 3}, std::vector<uint32_t>{4, 6, 2});
  RescaleThrough(state, steps);
}

TEST_CASE("rescale: sources without any key") {
  const TempDirectory directory("rescale-empty");
  StateOptions state;
  state.directory = directory / "state";
  state.parallelism = 4;
  SECTION("one of four") {
    state.empty_tasks = {1};
    RescaleThrough(state, {4, 3});
  }
  SECTION("the main one") {
    state.empty_tasks = {0};
    RescaleThrough(state, {4, 2});
  }
  SECTION("all, and more targets than sources") {
    state.empty_tasks = {0, 1, 2, 3};
    RescaleThrough(state, {4, 6});
  }
}

TEST_CASE("rescale: blob files of one source go by link, with their numbers") {
  const TempDirectory directory("rescale-blobs");
  StateOptions state;
  state.directory = directory / "state";
  state.lsm.blobs = true;
  state.keys = 3000;
  const auto to = GENERATE(1u, 3u);
  RescaleThrough(state, {1, to});
}

TEST_CASE("rescale: whole files are copied when links are not wanted") {
  const TempDirectory directory("rescale-copy");
  StateOptions state;
  state.directory = directory / "state";
  state.parallelism = 4;
  state.keep_model = false;
  const JobState job = Make(state);
  rescale::RunOptions options =
      RunOptionsFor(job.handles(), state.max_parallelism, 2, directory / "out");
  options.write.copy = true;
  uint64_t trimmed = 0;
  RescaleAndCheck(options, &trimmed);
  for (const auto& entry : fs::directory_iterator(directory / "out/0")) {
    CHECK(fs::hard_link_count(entry.path()) == 1);
  }
}

}  // namespace flink_state
