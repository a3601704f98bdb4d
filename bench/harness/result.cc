// SPDX-License-Identifier: Apache-2.0
#include "harness/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/score.h"

namespace rescale::bench {
namespace {

using Json = nlohmann::ordered_json;

// JMH writes what is not a number as a text.
Json Number(double value) { return std::isnan(value) ? Json("NaN") : Json(value); }

Json ToJson(const Series& series) {
  const Score score = ScoreOf(series.samples());
  return {{"score", score.mean},
          {"scoreError", Number(score.error)},
          {"scoreConfidence", {Number(score.mean - score.error), Number(score.mean + score.error)}},
          {"scorePercentiles", {{"0.0", score.min}, {"50.0", score.median}, {"100.0", score.max}}},
          {"scoreUnit", series.unit},
          {"rawData", series.forks}};
}

Json ToJson(const BenchmarkResult& result) {
  Json secondary = Json::object();
  for (const auto& [name, series] : result.secondary) secondary[name] = ToJson(series);
  return {{"jmhVersion", "1.37"},
          {"benchmark", result.benchmark},
          {"mode", "ss"},
          {"threads", 1},
          {"forks", result.rounds.forks},
          {"jvm", ""},
          {"jvmArgs", Json::array()},
          {"jdkVersion", ""},
          {"vmName", "native code, no JVM"},
          {"vmVersion", ""},
          {"warmupIterations", result.rounds.warmups},
          {"warmupTime", "single-shot"},
          {"warmupBatchSize", 1},
          {"measurementIterations", result.rounds.iterations},
          {"measurementTime", "single-shot"},
          {"measurementBatchSize", 1},
          {"params", result.params},
          {"primaryMetric", ToJson(result.primary)},
          {"secondaryMetrics", secondary}};
}

std::string ParamsText(const BenchmarkResult& result) {
  std::string text;
  for (const auto& [name, value] : result.params) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

std::string Amount(double value, const std::string& unit) {
  if (unit == "B") return fmt::format("{:.2f} MiB", value / (1 << 20));
  return fmt::format("{:.4g}{}{}", value, unit.empty() ? "" : " ", unit);
}

}  // namespace

std::vector<double> Series::samples() const {
  std::vector<double> all;
  for (const auto& fork : forks) all.insert(all.end(), fork.begin(), fork.end());
  return all;
}

std::string ToJmhJson(const std::vector<BenchmarkResult>& results) {
  Json all = Json::array();
  for (const BenchmarkResult& result : results) all.push_back(ToJson(result));
  return all.dump(1) + "\n";
}

std::string ToTable(const std::vector<BenchmarkResult>& results) {
  size_t name = 9, params = 6;
  for (const BenchmarkResult& result : results) {
    name = std::max(name, result.benchmark.size());
    params = std::max(params, ParamsText(result).size());
  }
  std::string text =
      fmt::format("{:<{}}  {:<{}}  {:>3}  {:>10}   {:>10}  {:>10}  Units\n", "Benchmark", name,
                  "Params", params, "Cnt", "Score", "Error", "Median");
  for (const BenchmarkResult& result : results) {
    const auto samples = result.primary.samples();
    const Score score = ScoreOf(samples);
    text += fmt::format("{:<{}}  {:<{}}  {:>3}  {:>10.4f} ± {:>10.4f}  {:>10.4f}  {}\n",
                        result.benchmark, name, ParamsText(result), params, samples.size(),
                        score.mean, score.error, score.median, result.primary.unit);
    for (const auto& [metric, series] : result.secondary) {
      text += fmt::format("    {:<17} {}\n", metric,
                          Amount(ScoreOf(series.samples()).median, series.unit));
    }
  }
  return text;
}

}  // namespace rescale::bench
