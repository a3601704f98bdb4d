// SPDX-License-Identifier: Apache-2.0
#include "verify/bounds.h"

#include <catch2/catch.hpp>

#include "verify/made_database.h"

namespace rescale::test {
namespace {

// Whether an SST with these bounds passes as one of key groups [2,5] of 128, or up to the last.
bool Fits(const std::string& smallest, const std::string& largest, KeyGroupRange range = {2, 5}) {
  manifest::Version version;
  manifest::ColumnFamily family;
  family.levels.resize(1);
  manifest::FileMetaData file;
  file.SetPayload(smallest, largest, "");
  family.levels[0].push_back(std::move(file));
  version.column_families.push_back(std::move(family));
  const Status status = verify::CheckBounds(version, *MaxParallelism::Create(128), range);
  if (!status.ok()) CHECK(status.code() == StatusCode::kCorruption);
  return status.ok();
}

std::string Key(std::string_view user_key) { return Put(user_key, 1).first; }

}  // namespace

TEST_CASE("bounds: an SST must lie in the key groups, an exclusive end may be the next one's") {
  CHECK(Fits(Key("\x02"), Key("\x05zzz")));
  CHECK_FALSE(Fits(Key("\x01zzz"), Key("\x03")));
  CHECK_FALSE(Fits(Key("\x02"), Key("\x06")));
  CHECK(Fits(Key("\x02"), MakeRangeTombstoneSentinel("\x06")));
  CHECK_FALSE(Fits(Key("\x02"), MakeRangeTombstoneSentinel(std::string("\x06\0", 2))));
  CHECK_FALSE(Fits(Key(""), Key("\x02")));
  // Without an end, and with nothing in it.
  CHECK(Fits(Key("\x7f"), Key("\x7f\xff"), {127, 127}));
  CHECK_FALSE(Fits(Key("\x02"), Key("\x02"), {}));
}

TEST_CASE("verify: bounds are held against the range without a block being read") {
  MadeDatabase db;
  db.Add(1, {.points = {Put("\x02k", 1), Put("\x04k", 2)}});
  db.Write();
  VerifyOptions options = db.Options();
  options.max_parallelism = MaxParallelism::Create(128).value();
  options.range = KeyGroupRange{2, 4};
  CHECK(Outcome(options) == "ok");
  options.range = KeyGroupRange{2, 3};
  CHECK_THAT(Outcome(options), Catch::Contains("corruption") &&
                                   Catch::Contains("reach outside the key groups [2,3]"));
}

}  // namespace rescale::test
