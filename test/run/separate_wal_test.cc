// SPDX-License-Identifier: Apache-2.0
#include <rocksdb/db.h>

#include <catch2/catch.hpp>
#include <limits>
#include <memory>

#include "run/fixture.h"
#include "support/rocksdb/require_ok.h"
#include "support/rocksdb/take_checkpoint.h"

namespace rescale::test {
namespace {

// A database that keeps its WAL beside it, with one key in it that is in no SST.
std::unique_ptr<rocksdb::DB> Open(const TempDir& dir) {
  rocksdb::Options options;
  options.create_if_missing = true;
  options.avoid_flush_during_shutdown = true;
  options.wal_dir = dir / "wals";
  rocksdb::DB* opened = nullptr;
  RequireOk(rocksdb::DB::Open(options, dir / "db", &opened));
  std::unique_ptr<rocksdb::DB> db(opened);
  RequireOk(db->Put(rocksdb::WriteOptions(), "\x01key", "value"));
  return db;
}

Status Planned(const std::string& directory) {
  PlanOptions options;
  options.sources = {{directory, {0, 127}}};
  return MakePlan(options).status();
}

}  // namespace

TEST_CASE("run: a WAL in a directory of its own is seen, and a checkpoint is whole without it") {
  const TempDir dir;
  std::unique_ptr<rocksdb::DB> db = Open(dir);
  TakeCheckpoint(db.get(), dir / "with-wal", std::numeric_limits<uint64_t>::max());
  TakeCheckpoint(db.get(), dir / "flushed", 0);
  RequireOk(db->Put(rocksdb::WriteOptions(), "\x02key", "value"));
  RequireOk(db->Close());
  db.reset();

  const Status refused = Planned(dir / "db");
  CHECK(refused.code() == StatusCode::kNotSupported);
  CHECK_THAT(refused.ToString(), Catch::Contains(dir / "wals"));
  RunOptions run;
  run.sources = {{dir / "db", {0, 127}}};
  run.out = dir / "out";
  CHECK(Run(run).status().code() == StatusCode::kNotSupported);
  CHECK_FALSE(Exists(run.out));
  InspectOptions inspect;
  inspect.directory = dir / "db";
  const auto report = Inspect(inspect);
  REQUIRE(report.ok());
  REQUIRE_FALSE(report->unsupported.empty());
  CHECK_THAT(report->unsupported[0], Catch::Contains("wal_dir"));

  CHECK(Planned(dir / "with-wal").ToString() == "ok");
  CHECK(Planned(dir / "flushed").ToString() == "ok");
  inspect.directory = dir / "with-wal";
  CHECK(Inspect(inspect)->live_log_bytes > 0);
  inspect.directory = dir / "flushed";
  CHECK(Inspect(inspect)->live_log_bytes == 0);
}

}  // namespace rescale::test
