// SPDX-License-Identifier: Apache-2.0
#include "engine/rocksdb_engine.h"

#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>

#include "flink_state/directory.h"
#include "flink_state/rocksdb_oracle.h"
#include "flink_state/rocksdb_state.h"
#include "support/faulty_fs.h"
#include "support/manifest_record.h"
#include "support/rocksdb/thread_sanitizer.h"
#include "support/temp_dir.h"

namespace flink_state {
namespace {

namespace fs = std::filesystem;
using rescale::StatusCode;
using rescale::test::ReadFile;
using rescale::test::WriteFile;

fs::path OnlyFile(const std::string& directory, const std::string& prefix,
                  const std::string& suffix) {
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name.ends_with(suffix) && entry.file_size() > 0) {
      return entry.path();
    }
  }
  FAIL("no " << prefix << "*" << suffix << " in " << directory);
  return {};
}

// One task with a live WAL and a place for the flushed copy.
class Fixture {
 public:
  Fixture() {
    options_.directory = directory_ / "state";
    options_.keys = 1200;
    options_.workload.live_wal = true;
  }

  StateOptions& options() { return options_; }
  TaskState& Make() {
    auto made = MakeTask(options_, 0);
    INFO(made.status().ToString());
    REQUIRE(made.ok());
    task_ = std::move(made).value();
    before_ = *HashTree(source());
    rescale::test::EndIdleRocksDbThreads();
    return task_;
  }
  const std::string& source() const { return task_.handle.directory; }
  std::string copy() const { return directory_ / "private"; }

  rescale::Status Flush() {
    rescale::Status status = rescale::MakeRocksDbEngine()->FlushCopy(source(), copy(), nullptr);
    CHECK(*HashTree(source()) == before_);
    return status;
  }

  // The copy holds what the model says, in SSTs.
  void CheckFlushed() {
    for (const auto& entry : fs::directory_iterator(copy())) {
      CHECK(entry.path().extension() != ".log");
    }
    const auto read = ReadSources({{copy(), task_.handle.owned}}, options_.max_parallelism.all(),
                                  options_.max_parallelism);
    INFO(read.status().ToString());
    REQUIRE(read.ok());
    CHECK(*read == task_.model);
    CHECK(CountFiles(copy(), ".sst") > CountFiles(source(), ".sst"));
  }

  void CheckRefused(const rescale::Status& status, StatusCode code, const std::string& text) {
    INFO(status.ToString());
    CHECK(status.code() == code);
    CHECK(status.ToString().find(text) != std::string::npos);
    CHECK_FALSE(fs::exists(copy()));
  }

  // To be said when the test has changed the source: as it is now it has to stay.
  void SourceChanged() { before_ = *HashTree(source()); }
  void Rewrite(const fs::path& path, const std::string& text) {
    WriteFile(path, text);
    SourceChanged();
  }
  void ReplaceInOptions(const std::string& from, const std::string& to) {
    const fs::path path = OnlyFile(source(), "OPTIONS-", "");
    std::string text = ReadFile(path);
    size_t count = 0;
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
      ++count;
    }
    REQUIRE(count > 0);
    Rewrite(path, text);
  }

 private:
  TempDirectory directory_{"rescale-engine"};
  StateOptions options_;
  TaskState task_;
  uint64_t before_ = 0;
};

}  // namespace

TEST_CASE("engine: a live WAL is flushed into a private copy and the source stays as it is") {
  Fixture fixture;
  StateOptions& options = fixture.options();
  SECTION("puts, merges and deletes of the last round are only in the WAL") {}
  SECTION("everything is only in the WAL") { options.workload.rounds = 1; }
  SECTION("range tombstones too") { options.workload.range_deletions = true; }
  SECTION("many files on level 0, which stay there") { options.lsm.auto_compactions = false; }
  SECTION("blobs") { options.lsm.blobs = true; }
  SECTION("universal style, partitioned index and filter") {
    options.lsm.universal = true;
    options.table.filter = Filter::kPartitionedBloom;
  }
  SECTION("dynamic levels") { options.lsm.dynamic_level_bytes = true; }
  fixture.Make();
  const rescale::Status status = fixture.Flush();
  INFO(status.ToString());
  REQUIRE(status.ok());
  fixture.CheckFlushed();
}

TEST_CASE("engine: every SST of the source is still there, as the same file") {
  Fixture fixture;
  fixture.Make();
  REQUIRE(fixture.Flush().ok());
  for (const auto& entry : fs::directory_iterator(fixture.source())) {
    if (entry.path().extension() != ".sst") continue;
    CHECK(fs::equivalent(entry.path(), fs::path(fixture.copy()) / entry.path().filename()));
  }
}

TEST_CASE("engine: the copy has the source's OPTIONS, not those it was opened with") {
  Fixture fixture;
  fixture.Make();
  REQUIRE(fixture.Flush().ok());
  const fs::path original = OnlyFile(fixture.source(), "OPTIONS-", "");
  CHECK(OnlyFile(fixture.copy(), "OPTIONS-", "").filename() == original.filename());
  CHECK(ReadFile(fs::path(fixture.copy()) / original.filename()) == ReadFile(original));
}

TEST_CASE("engine: a source without a live WAL is copied too") {
  Fixture fixture;
  fixture.options().workload.live_wal = false;
  const TaskState& task = fixture.Make();
  REQUIRE(fixture.Flush().ok());
  const auto read =
      ReadSources({{fixture.copy(), task.handle.owned}}, fixture.options().max_parallelism.all(),
                  fixture.options().max_parallelism);
  REQUIRE(read.ok());
  CHECK(*read == task.model);
}

TEST_CASE("engine: paths in OPTIONS are not followed") {
  Fixture fixture;
  fixture.Make();
  const TempDirectory elsewhere("rescale-elsewhere");
  fixture.ReplaceInOptions("[DBOptions]\n", "[DBOptions]\n  wal_dir=" + elsewhere.path() +
                                                "/wal\n  db_log_dir=" + elsewhere.path() + "\n");
  REQUIRE(fixture.Flush().ok());
  CHECK(fs::is_empty(elsewhere.path()));
}

TEST_CASE("engine: a merge operator or comparator nobody can make is refused by name") {
  Fixture fixture;
  fixture.Make();
  SECTION("merge operator") {
    fixture.ReplaceInOptions("StringAppendTESTOperator", "SomebodysOperator");
    fixture.CheckRefused(fixture.Flush(), StatusCode::kNotSupported, "SomebodysOperator");
  }
  SECTION("comparator") {
    fixture.ReplaceInOptions("comparator=leveldb.BytewiseComparator", "comparator=Somebodys");
    fixture.CheckRefused(fixture.Flush(), StatusCode::kNotSupported, "Somebodys");
  }
  SECTION("merges without any OPTIONS file") {
    fs::remove(OnlyFile(fixture.source(), "OPTIONS-", ""));
    fixture.SourceChanged();
    fixture.CheckRefused(fixture.Flush(), StatusCode::kNotSupported, "merge_operator");
  }
}

TEST_CASE("engine: a WAL that ends inside a record is read up to there") {
  Fixture fixture;
  fixture.Make();
  const fs::path log = OnlyFile(fixture.source(), "", ".log");
  const std::string whole = ReadFile(log);
  fixture.Rewrite(log, whole.substr(0, whole.size() - 3));
  CHECK(fixture.Flush().ok());
}

TEST_CASE("engine: a damaged WAL is refused and nothing is left behind") {
  Fixture fixture;
  fixture.Make();
  const fs::path log = OnlyFile(fixture.source(), "", ".log");
  rescale::test::FlipByte(log, fs::file_size(log) / 2);
  fixture.SourceChanged();
  fixture.CheckRefused(fixture.Flush(), StatusCode::kCorruption, "checksum");
}

TEST_CASE("engine: a missing SST is refused and nothing is left behind") {
  Fixture fixture;
  fixture.Make();
  const fs::path table = OnlyFile(fixture.source(), "", ".sst");
  fs::remove(table);
  const auto status =
      rescale::MakeRocksDbEngine()->FlushCopy(fixture.source(), fixture.copy(), nullptr);
  INFO(status.ToString());
  CHECK_FALSE(status.ok());
  CHECK(status.ToString().find(table.stem().string()) != std::string::npos);
  CHECK_FALSE(fs::exists(fixture.copy()));
}

void CheckCrash(const rescale::Status& status, const std::string& source) {
  CHECK(status.path() == source);
  CHECK(status.message().find("ended with signal 6 (SIGABRT)") != std::string::npos);
  CHECK(status.message().find("rescale verify " + source) != std::string::npos);
}

TEST_CASE("engine: a crash of the child is a status, and nothing is left behind") {
  Fixture fixture;
  fixture.Make();
  rescale::test::FaultyFileSystem files(rescale::PosixFileSystem());
  const pid_t parent = getpid();
  files.SetObserver([parent](rescale::test::Op, const std::string&) {
    if (getpid() != parent) std::abort();
  });
  const rescale::Status status =
      rescale::engine::RocksDbEngine(files).FlushCopy(fixture.source(), fixture.copy(), nullptr);
  INFO(status.ToString());
  CHECK(status.code() == StatusCode::kInternal);
  CheckCrash(status, fixture.source());
  CHECK_FALSE(fs::exists(fixture.copy()));
}

// A RocksDB with assertions, as Debian's, aborts at a last sequence that goes back; others say what
// is wrong, or go on.
TEST_CASE("engine: a RocksDB that crashes is a status, and nothing is left behind") {
  Fixture fixture;
  fixture.Make();
  const fs::path manifest = OnlyFile(fixture.source(), "MANIFEST-", "");
  fixture.Rewrite(manifest, ReadFile(manifest) + rescale::test::LastSequenceRecord(1));
  const rescale::Status status = fixture.Flush();
  INFO(status.ToString());
  CHECK(fs::exists(fixture.copy()) == status.ok());
  if (status.code() == StatusCode::kInternal) CheckCrash(status, fixture.source());
}

TEST_CASE("engine: an existing private directory is left alone") {
  Fixture fixture;
  fixture.Make();
  fs::create_directory(fixture.copy());
  WriteFile(fixture.copy() + "/precious", "x");
  CHECK(fixture.Flush().code() == StatusCode::kAlreadyExists);
  CHECK(fs::exists(fixture.copy() + "/precious"));
}

TEST_CASE("engine: what is no database is NotFound and makes no directory") {
  const TempDirectory directory("rescale-engine");
  const auto status =
      rescale::MakeRocksDbEngine()->FlushCopy(directory.path(), directory / "p", nullptr);
  CHECK(status.code() == StatusCode::kNotFound);
  CHECK_FALSE(fs::exists(directory / "p"));
}

TEST_CASE("engine: a flush that is cancelled stops and leaves nothing") {
  Fixture fixture;
  fixture.options().keys = 300;
  fixture.Make();
  const uint64_t before = *HashTree(fixture.source());

  // Cancels at the n-th operation on files, the last of which come just before RocksDB opens the
  // copy and after it closed it. 0: before the call.
  int cancelled = 0;
  int finished = 0;
  for (uint64_t at = 0; finished == 0 && at < 1000; ++at) {
    rescale::CancelToken cancel;
    if (at == 0) cancel.Cancel();
    std::atomic<uint64_t> seen{0};
    rescale::test::FaultyFileSystem files(rescale::PosixFileSystem());
    files.SetObserver([&](rescale::test::Op, const std::string&) {
      if (++seen == at) cancel.Cancel();
    });
    const rescale::Status status =
        rescale::engine::RocksDbEngine(files).FlushCopy(fixture.source(), fixture.copy(), &cancel);
    INFO("cancelled at operation " << at << ": " << status.ToString());
    if (status.ok()) {
      ++finished;
      CHECK(fs::exists(fixture.copy()));
      continue;
    }
    CHECK(status.code() == StatusCode::kCancelled);
    CHECK_FALSE(fs::exists(fixture.copy()));
    ++cancelled;
  }
  CHECK(finished == 1);
  CHECK(cancelled > 10);
  CHECK(*HashTree(fixture.source()) == before);
}

TEST_CASE("engine: says which RocksDB it is") {
  CHECK(rescale::MakeRocksDbEngine()->name().starts_with("RocksDB "));
}

}  // namespace flink_state
