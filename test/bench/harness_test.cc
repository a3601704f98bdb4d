// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "harness/child.h"
#include "harness/fit.h"
#include "harness/result.h"
#include "harness/runner.h"
#include "harness/score.h"
#include "harness/usage.h"

namespace rescale::bench {
namespace {

TEST_CASE("A score is mean, median, and a confidence interval of 99.9 %") {
  const Score score = ScoreOf({3, 1, 2});
  CHECK(score.mean == Approx(2));
  CHECK(score.median == 2);
  CHECK(score.min == 1);
  CHECK(score.max == 3);
  CHECK(score.error == Approx(31.599 / std::sqrt(3.0)));  // deviation 1, two degrees of freedom
  CHECK(ScoreOf({4, 1, 2, 3}).median == 2.5);
  CHECK(std::isnan(ScoreOf({7}).error));
  CHECK_THROWS_AS(ScoreOf({}), std::invalid_argument);
}

TEST_CASE("Benchmarks take turns, each fork in a process of its own") {
  int calls = 0;  // of this process: stays
  const auto count = [&calls](double base) {
    return [&calls, base] {
      ++calls;
      return Values{{kSeconds, base + calls}, {"peakRss", 100.0 * calls}};
    };
  };
  const auto results =
      RunInTurns({{"a", {{"mib", "1"}}, count(0)}, {"b", {}, count(10)}}, {2, 1, 2});
  CHECK(calls == 0);
  REQUIRE(results.size() == 2);
  CHECK(results[0].benchmark == "a");
  CHECK(results[0].primary.forks == std::vector<std::vector<double>>{{2, 3}, {2, 3}});
  CHECK(results[1].primary.forks == std::vector<std::vector<double>>{{12, 13}, {12, 13}});
  CHECK(results[1].secondary.at("peakRss").samples() == std::vector<double>{200, 300, 200, 300});
  CHECK(results[1].secondary.at("peakRss").unit == "B");
}

TEST_CASE("What a child throws, or dies of, fails the run") {
  CHECK_THROWS_WITH(InChild("it", []() -> std::string { throw std::runtime_error("no"); }),
                    "it: failed");
  CHECK_THROWS_WITH(InChild("it",
                            []() -> std::string {
                              raise(SIGKILL);
                              return "";
                            }),
                    "it: killed by signal 9");
  CHECK_THROWS_AS(RunInTurns({{"a",
                               {},
                               [] {
                                 return Values{{"unknown", 1}};
                               }}},
                             {1, 0, 1}),
                  std::invalid_argument);
  CHECK(InChild("it", [] { return std::string(1 << 20, 'x'); }) == std::string(1 << 20, 'x'));
}

TEST_CASE("Results are written as JMH writes them") {
  const auto results = RunInTurns({{"rescale.A",
                                    {{"case", "4->2"}},
                                    [] {
                                      return Values{{kSeconds, 0.5}, {"cpu", 0.25}};
                                    }}},
                                  {2, 0, 1});
  const auto json = nlohmann::json::parse(ToJmhJson(results));
  REQUIRE(json.size() == 1);
  CHECK(json[0]["jmhVersion"] == "1.37");
  CHECK(json[0]["benchmark"] == "rescale.A");
  CHECK(json[0]["mode"] == "ss");
  CHECK(json[0]["forks"] == 2);
  CHECK(json[0]["measurementIterations"] == 1);
  CHECK(json[0]["params"] == nlohmann::json{{"case", "4->2"}});
  const auto& primary = json[0]["primaryMetric"];
  CHECK(primary["score"] == 0.5);
  CHECK(primary["scoreError"] == 0.0);
  CHECK(primary["scoreUnit"] == "s/op");
  CHECK(primary["scoreConfidence"] == nlohmann::json{0.5, 0.5});
  CHECK(primary["scorePercentiles"]["50.0"] == 0.5);
  CHECK(primary["rawData"] == nlohmann::json::parse("[[0.5],[0.5]]"));
  CHECK(json[0]["secondaryMetrics"]["cpu"]["score"] == 0.25);
  CHECK(ToTable(results).find("rescale.A") != std::string::npos);
  CHECK(ToTable(results).find("case=4->2") != std::string::npos);
}

TEST_CASE("One sample has no error, which JMH writes as a text") {
  const auto results = RunInTurns({{"a", {}, [] { return Values{{kSeconds, 1}}; }}}, {1, 0, 1});
  CHECK(nlohmann::json::parse(ToJmhJson(results))[0]["primaryMetric"]["scoreError"] == "NaN");
}

TEST_CASE("Use is counted") {
  const Usage before = Usage::Now();
  CHECK(before.peak_rss_bytes > 1 << 20);
  CHECK(before.read_bytes > 0);
  volatile uint64_t sum = 0;
  while (Usage::Now().cpu_seconds < before.cpu_seconds + 0.02) sum = sum + 1;
  CHECK(Usage::Now().read_bytes > before.read_bytes);  // of /proc itself
}

TEST_CASE("A line and a power law are fitted") {
  const Line line = Line::Through({{0, 3}, {10, 23}, {20, 43}});
  CHECK(line.at_zero == Approx(3));
  CHECK(line.slope == Approx(2));
  CHECK(line.r_squared == Approx(1));
  const Line scattered = Line::Through({{0, 0}, {1, 2}, {2, 0}, {3, 2}});
  CHECK(scattered.slope == Approx(0.4));
  CHECK(scattered.r_squared == Approx(0.2));
  CHECK(Line::Through({{1, 5}, {2, 5}}).r_squared == 1);
  CHECK(ExponentOf({{1, 3}, {10, 300}, {100, 30000}}) == Approx(2));
  CHECK_THROWS_AS(Line::Through({{1, 5}, {1, 6}}), std::invalid_argument);
  CHECK_THROWS_AS(Line::Through({}), std::invalid_argument);
}

}  // namespace
}  // namespace rescale::bench
