// SPDX-License-Identifier: Apache-2.0
#include <rocksdb/db.h>

#include <catch2/catch.hpp>
#include <limits>
#include <memory>
#include <string>

#include "run/fixture.h"
#include "support/rocksdb/require_ok.h"
#include "support/rocksdb/take_checkpoint.h"

namespace rescale::test {

TEST_CASE("run: SSTs beside a live WAL contradict no assumed range") {
  const TempDir dir;
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* opened = nullptr;
  RequireOk(rocksdb::DB::Open(options, dir / "db", &opened));
  const std::unique_ptr<rocksdb::DB> db(opened);
  RequireOk(db->Put(rocksdb::WriteOptions(), "\x01leftover", "value"));
  RequireOk(db->Flush(rocksdb::FlushOptions()));
  TakeCheckpoint(db.get(), dir / "flushed", 0);
  RequireOk(db->Put(rocksdb::WriteOptions(), "\x7fown", "value"));
  TakeCheckpoint(db.get(), dir / "with-wal", std::numeric_limits<uint64_t>::max());
  TakeCheckpoint(db.get(), dir / "flushed-later", 0);

  PlanOptions plan;
  const auto planned = [&](const std::string& directory) {
    plan.sources = {{dir / directory, {64, 127}, /*owned_is_assumed=*/true}};
    plan.allow_gaps = true;
    return MakePlan(plan).status();
  };
  CHECK(planned("flushed").code() == StatusCode::kInvalidArgument);
  CHECK(planned("with-wal").ToString() == "ok");
  CHECK(planned("flushed-later").ToString() == "ok");
}

}  // namespace rescale::test
