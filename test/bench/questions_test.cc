// SPDX-License-Identifier: Apache-2.0
// Every question is asked of a small state, and its answers make sense together.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "questions/cut.h"
#include "questions/growth.h"
#include "questions/plan.h"
#include "questions/timeline.h"
#include "support/temp_dir.h"

namespace rescale::bench {
namespace {

constexpr Rounds kOnce = {1, 0, 1};

double First(const BenchmarkResult& result, const std::string& metric) {
  return result.secondary.at(metric).samples().at(0);
}

bool IsEmpty(const test::TempDir& directory) { return std::filesystem::is_empty(directory.path()); }

TEST_CASE("Plans of imagined SSTs are measured by their number and bounds") {
  const test::TempDir directory;
  const auto results = AskPlan({directory.path(), {100, 20000}, {16, 96}, kOnce});
  REQUIRE(results.size() == 4);
  CHECK(results[1].benchmark == "rescale.Plan.plan");
  CHECK(results[1].params.at("files") == "20000");
  CHECK(results[1].params.at("boundBytes") == "16");
  for (const BenchmarkResult& result : results) {
    CHECK(First(result, "run") > result.primary.samples().at(0));
    CHECK(First(result, "planPeakRss") > 0);
  }
  CHECK(First(results[3], "runPeakRss") > First(results[2], "runPeakRss"));
  CHECK(IsEmpty(directory));
}

TEST_CASE("A cut and cp write the same bytes") {
  const test::TempDir directory;
  const auto results = AskCut({directory.path(), {"none", "zstd"}, 4, kOnce});
  REQUIRE(results.size() == 2 * 3 * 3);
  for (size_t i = 0; i < results.size(); i += 3) {
    INFO(results[i].params.at("compression") << ", " << results[i].params.at("kept"));
    CHECK(results[i].benchmark == "rescale.Cut.cut");
    CHECK(results[i + 1].benchmark == "rescale.Cut.cutOneThread");
    CHECK(results[i + 2].benchmark == "rescale.Cut.cp");
    CHECK(First(results[i], "bytesWritten") == First(results[i + 2], "bytesWritten"));
    CHECK(First(results[i + 1], "bytesWritten") == First(results[i + 2], "bytesWritten"));
  }
  CHECK(First(results[0], "bytesWritten") > 1.9 * (1 << 20));
  CHECK(First(results[0], "bytesWritten") < 2.2 * (1 << 20));
  CHECK(IsEmpty(directory));
  CHECK_THROWS_WITH(AskCut({directory.path(), {"gzip"}, 4, kOnce}),
                    "gzip is no compression; there are none, snappy, lz4, zstd");
}

TEST_CASE("Along an axis only one number grows") {
  const test::TempDir directory;
  const auto results = AskGrowth({directory.path(), {"maxParallelism"}, true, kOnce});
  REQUIRE(results.size() == 2);
  CHECK(results[0].benchmark == "rescale.Growth.maxParallelism");
  CHECK(results[0].params.at("maxParallelism") == "128");
  CHECK(results[1].params.at("maxParallelism") == "32768");
  for (const BenchmarkResult& result : results) {
    CHECK(result.params.at("case") == "2->1");
    CHECK(First(result, "files") > 50);
    CHECK(First(result, "files") < 80);
    CHECK(First(result, "open") > 0);
    CHECK(First(result, "bytesWritten") < 1 << 20);  // all SSTs are linked
  }
  CHECK(IsEmpty(directory));
  for (const std::string& axis : GrowthAxes()) {
    CHECK(PointsOf(axis, true).size() <= PointsOf(axis, false).size());
  }
  CHECK(PointsOf("files", false).back().files == 50000);
  CHECK(PointsOf("stateMib", false).back().mib == 10000);
  CHECK_THROWS_WITH(AskGrowth({directory.path(), {"keys"}, true, kOnce}),
                    Catch::StartsWith("keys is no axis; there are stateMib, files, "));
}

TEST_CASE("A timeline begins with the sources and shows what is dead") {
  const test::TempDir directory;
  TimelineQuestion question;
  question.work = directory.path();
  question.mib = 4;
  question.to = {8};
  question.strategies = {"delete_range", "rescale"};
  question.seconds = 0.25;
  const auto timelines = AskTimeline(question);
  REQUIRE(timelines.size() == 2);
  for (const Timeline& timeline : timelines) {
    REQUIRE(timeline.samples.size() >= 3);
    CHECK(timeline.samples[0].seconds < 0);
    CHECK(timeline.samples[0].files.size() == 7);
    CHECK(timeline.samples[0].dead_bytes > 1 << 20);  // one source, of which half is kept
    CHECK(timeline.samples[2].seconds > timeline.samples[1].seconds);
  }
  CHECK(timelines[0].samples[1].dead_bytes > 1 << 20);
  CHECK(timelines[1].samples[1].dead_bytes == 0);
  CHECK(timelines[1].samples[1].bytes < timelines[0].samples[1].bytes);
  CHECK(IsEmpty(directory));

  const auto json = nlohmann::json::parse(ToJson(timelines));
  CHECK(json[1]["strategy"] == "rescale");
  CHECK(json[1]["case"] == "4->8");
  CHECK(json[1]["samples"][0]["before"] == true);
  CHECK_FALSE(json[1]["samples"][1].contains("before"));
  CHECK(json[1]["samples"][1]["deadBytes"] == 0);
  CHECK(json[0]["samples"].size() == timelines[0].samples.size());

  question.strategies = {"floor"};
  CHECK_THROWS_WITH(AskTimeline(question), "floor: failed");
}

}  // namespace
}  // namespace rescale::bench
