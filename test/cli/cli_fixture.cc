// SPDX-License-Identifier: Apache-2.0
#include "cli/cli_fixture.h"

#include <rocksdb/comparator.h>
#include <rocksdb/db.h>

#include <filesystem>
#include <stdexcept>

#include "flink_state/rocksdb_state.h"

namespace rescale::test {

namespace {

void Must(bool fine, const std::string& what) {
  if (!fine) throw std::runtime_error(what);
}

// Nothing runs in the background, so that the files come out the same each time.
flink_state::StateOptions SmallJob(const std::string& directory) {
  flink_state::StateOptions options;
  options.directory = directory;
  options.parallelism = 4;
  options.keys = 400;
  options.keep_model = false;
  options.lsm.auto_compactions = false;
  options.lsm.bottommost_first = true;
  options.lsm.target_file_bytes = 4 << 10;
  options.workload.rounds = 2;
  options.workload.flushes_per_round = 1;
  return options;
}

void MakeJob(const flink_state::StateOptions& options) {
  const auto job = flink_state::MakeState(options);
  Must(job.ok(), job.status().ToString());
}

void MakeReverseDatabase(const std::string& directory) {
  std::filesystem::create_directories(directory);
  rocksdb::Options options;
  options.create_if_missing = true;
  options.comparator = rocksdb::ReverseBytewiseComparator();
  rocksdb::DB* opened = nullptr;
  Must(rocksdb::DB::Open(options, directory, &opened).ok(), "open");
  const std::unique_ptr<rocksdb::DB> database(opened);
  Must(database->Put(rocksdb::WriteOptions(), std::string("\x05key", 4), "value").ok(), "put");
  Must(database->Flush(rocksdb::FlushOptions()).ok(), "flush");
  Must(database->Close().ok(), "close");
}

const TempDir& Checkpoints() {
  static const TempDir directory;
  static const bool made = [] {
    MakeJob(SmallJob(directory / "old"));
    flink_state::StateOptions with_wal = SmallJob(directory / "wal");
    with_wal.parallelism = 1;
    with_wal.workload.live_wal = true;
    MakeJob(with_wal);
    MakeReverseDatabase(directory / "reverse/0");
    return true;
  }();
  Must(made, "checkpoints");
  return directory;
}

}  // namespace

CliFixture::CliFixture() {
  std::filesystem::copy(Checkpoints().path(), directory_.path(),
                        std::filesystem::copy_options::recursive);
}

}  // namespace rescale::test
