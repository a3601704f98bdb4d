// SPDX-License-Identifier: Apache-2.0
// The benchmark of restores: every strategy, one process at a time, in turns; a table on stdout,
// JMH's result format in a file.
#include <fmt/format.h>

#include <cxxopts.hpp>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "measure.h"
#include "questions/restore.h"
#include "strategies/strategy.h"

namespace rescale::bench {
namespace {

std::string StrategyHelp() {
  std::string text = "strategies:\n";
  for (const Strategy& strategy : Strategies()) {
    text += fmt::format("  {:<16} {}\n", strategy.name, strategy.what);
  }
  return text;
}

std::string AllStrategies() {
  std::string text;
  for (const Strategy& strategy : Strategies()) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", strategy.name);
  }
  return text;
}

void AddOptions(cxxopts::Options* cli) {
  using Numbers = std::vector<uint32_t>;
  using Texts = std::vector<std::string>;
  cli->add_options()("work", "directory for what is written", cxxopts::value<std::string>())(
      "states", "bulk (96-byte keys, 128-byte values), flink (5 column families)",
      cxxopts::value<Texts>()->default_value("bulk"))(
      "mib", "MiB of state of a source task",
      cxxopts::value<std::vector<uint64_t>>()->default_value("256"))(
      "to", "new parallelism, from 4", cxxopts::value<Numbers>()->default_value("2,8,6,3"))(
      "strategies", "which ones", cxxopts::value<Texts>()->default_value(AllStrategies()))(
      "forks", "processes of each", cxxopts::value<int>()->default_value("3"))(
      "warmups", "restores in each before those that count",
      cxxopts::value<int>()->default_value("0"))("iterations", "restores in each that count",
                                                 cxxopts::value<int>()->default_value("1"))(
      "gets-seconds", "gets after each restore", cxxopts::value<double>()->default_value("1"))(
      "keep", "leave the states for the next run")(
      "json", "file for the results, as JMH writes them", cxxopts::value<std::string>())(
      "help", "this text");
}

RestoreQuestion QuestionOf(const cxxopts::ParseResult& options) {
  RestoreQuestion question;
  question.work = options["work"].as<std::string>();
  question.states = options["states"].as<std::vector<std::string>>();
  question.mib = options["mib"].as<std::vector<uint64_t>>();
  question.to = options["to"].as<std::vector<uint32_t>>();
  question.strategies = options["strategies"].as<std::vector<std::string>>();
  question.gets_seconds = options["gets-seconds"].as<double>();
  question.keep = options.count("keep") != 0;
  question.rounds = {options["forks"].as<int>(), options["warmups"].as<int>(),
                     options["iterations"].as<int>()};
  for (const std::string& name : question.strategies) StrategyOf(name);
  for (const uint32_t to : question.to) {
    if (to < 1 || to > 128) throw std::runtime_error(fmt::format("--to {}: 1 to 128", to));
  }
  for (const uint64_t mib : question.mib) {
    if (mib < 1) throw std::runtime_error("--mib 0: at least 1");
  }
  if (question.rounds.forks < 1 || question.rounds.iterations < 1 || question.rounds.warmups < 0) {
    throw std::runtime_error("--forks and --iterations: at least 1; --warmups: at least 0");
  }
  return question;
}

void WriteJson(const std::string& path, const std::vector<Result>& results) {
  std::ofstream out(path, std::ios::trunc);
  out << ToJmhJson(results);
  out.close();
  if (!out) throw std::runtime_error(path + ": cannot be written");
}

int Main(int argc, char** argv) {
  cxxopts::Options cli("rescale-bench",
                       "How long does each strategy take to restore one new task, and what does it "
                       "leave for later?");
  AddOptions(&cli);
  const cxxopts::ParseResult options = cli.parse(argc, argv);
  if (options.count("help") != 0 || options.count("work") == 0) {
    fmt::print(options.count("help") != 0 ? stdout : stderr, "{}\n{}", cli.help(), StrategyHelp());
    return options.count("help") != 0 ? 0 : 2;
  }
  const RestoreQuestion question = QuestionOf(options);
  std::filesystem::create_directories(question.work);
  fmt::print("command: {}\nmachine: {}\n", CommandLine(argc, argv), Machine());
  std::fflush(stdout);
  const auto results = AskRestore(question);
  if (options.count("json") != 0) WriteJson(options["json"].as<std::string>(), results);
  return 0;
}

}  // namespace
}  // namespace rescale::bench

int main(int argc, char** argv) {
  try {
    return rescale::bench::Main(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "rescale-bench: {}\n", e.what());
    return 1;
  }
}
