// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "run/fixture.h"

namespace rescale::test {

TEST_CASE("clip: the output is the database of a range of one source") {
  const Job job(SmallState());
  ClipOptions options;
  options.source = job.handles()[0];
  options.range = {5, 20};
  options.out = job.out();
  const auto report = Clip(options);
  REQUIRE(report.status().ToString() == "ok");
  CHECK(report->files_trimmed > 0);
  CHECK(flink_state::CheckRescaled(job.out(), {job.handles()[0]}, {5, 20}, job.max()).ToString() ==
        "");
  CHECK(job.Untouched());
}

TEST_CASE("clip: a range that the source does not own is refused") {
  const Job job(SmallState());
  ClipOptions options;
  options.source = job.handles()[0];
  options.range = {64, 127};
  options.out = job.out();
  CHECK(Clip(options).status().code() == StatusCode::kInvalidArgument);
  CHECK_FALSE(Exists(job.out()));
}

TEST_CASE("ingest: databases with disjoint keys become one, without a cut") {
  const Job job(SmallState());
  IngestOptions options;
  for (const StateHandle& handle : job.handles()) options.directories.push_back(handle.directory);
  options.out = job.out();
  const auto report = Ingest(options);
  REQUIRE(report.status().ToString() == "ok");
  CHECK(report->files_trimmed == 0);
  CHECK(
      flink_state::CheckRescaled(job.out(), job.handles(), job.max().all(), job.max()).ToString() ==
      "");
  CHECK(job.Untouched());
}

TEST_CASE("ingest: overlapping databases are refused naming a file of each") {
  const Job job(SmallState());
  IngestOptions ingest;
  for (const StateHandle& handle : job.handles()) ingest.directories.push_back(handle.directory);
  ingest.out = job.out("first");
  REQUIRE(Ingest(ingest).ok());
  ingest.directories[1] = job.out("first");
  ingest.out = job.out();
  const auto report = Ingest(ingest);
  CHECK(report.status().code() == StatusCode::kInvalidArgument);
  CHECK_THAT(report.status().ToString(), Catch::Contains(".sst"));
  CHECK_FALSE(Exists(job.out()));
}

}  // namespace rescale::test
