// SPDX-License-Identifier: Apache-2.0
// Opens a rescaled database with RocksDB and compares it with its sources, key by key.
#include <fmt/format.h>

#include <charconv>
#include <cxxopts.hpp>
#include <iostream>
#include <optional>
#include <string_view>

#include "flink_state/rocksdb_oracle.h"

namespace {

using rescale::KeyGroupRange;
using rescale::MaxParallelism;
using rescale::Status;

// "22-42"
std::optional<KeyGroupRange> ParseRange(std::string_view text) {
  KeyGroupRange range;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, range.first);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') return std::nullopt;
  const auto last = std::from_chars(first.ptr + 1, end, range.last);
  if (last.ec != std::errc() || last.ptr != end || range.empty()) return std::nullopt;
  return range;
}

// The sources are the old job's tasks in their order, so their number says what each owned.
rescale::Result<std::vector<rescale::StateHandle>> Handles(
    const std::vector<std::string>& directories, const MaxParallelism& max_parallelism) {
  std::vector<rescale::StateHandle> handles;
  for (const std::string& directory : directories) {
    RESCALE_ASSIGN_OR_RETURN(
        const KeyGroupRange owned,
        max_parallelism.RangeOfSubtask(static_cast<uint32_t>(directories.size()),
                                       static_cast<uint32_t>(handles.size())));
    handles.push_back({directory, owned});
  }
  return handles;
}

// 1234567 as 1,234,567
std::string Grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

rescale::Result<flink_state::Judgement> Judge(const cxxopts::ParseResult& arguments,
                                              const KeyGroupRange& range) {
  RESCALE_ASSIGN_OR_RETURN(const MaxParallelism max_parallelism,
                           MaxParallelism::Create(arguments["max-parallelism"].as<uint32_t>()));
  RESCALE_ASSIGN_OR_RETURN(
      const auto handles,
      Handles(arguments["sources"].as<std::vector<std::string>>(), max_parallelism));
  flink_state::OracleOptions options;
  options.write = arguments.count("read-only") == 0;
  return flink_state::CheckRescaled(arguments["result"].as<std::string>(), handles, range,
                                    max_parallelism, options);
}

int Check(const cxxopts::ParseResult& arguments) {
  const auto range = ParseRange(arguments["range"].as<std::string>());
  if (!range) {
    std::cerr << "demo_check_result: --range is not of the form 22-42\n";
    return 2;
  }
  const auto judgement = Judge(arguments, *range);
  if (!judgement.ok()) {
    std::cerr << "demo_check_result: " << judgement.status().ToString() << "\n";
    return 2;
  }
  const std::string name = arguments["name"].as<std::string>();
  if (!judgement->ok()) {
    fmt::print("{} {}: NOT equal to the sources\n{}", name, rescale::ToString(*range),
               judgement->ToString());
    return 1;
  }
  fmt::print(
      "{} {:<9} {:>9} entries in {} column families equal to the sources, key by key{}\n", name,
      rescale::ToString(*range), Grouped(judgement->entries), judgement->column_families,
      arguments.count("read-only") == 0 ? "; written, compacted, reopened: still equal" : "");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  cxxopts::Options options(
      "demo_check_result",
      "Opens a copy of a rescaled database with RocksDB, compares it with its sources key by key,\n"
      "writes to it, compacts it, and compares again. RESULT and the sources are not changed.");
  options.positional_help("RESULT").add_options()("result", "directory to check",
                                                  cxxopts::value<std::string>())(
      "sources", "checkpoint directories of the old tasks, in their order, separated by commas",
      cxxopts::value<std::vector<std::string>>())("max-parallelism", "key groups of the job",
                                                  cxxopts::value<uint32_t>()->default_value("128"))(
      "range", "key groups RESULT owns, like 22-42", cxxopts::value<std::string>())(
      "name", "what to call it", cxxopts::value<std::string>()->default_value("result"))(
      "read-only", "only compare")("help", "print this text");
  options.parse_positional({"result"});
  try {
    const cxxopts::ParseResult arguments = options.parse(argc, argv);
    if (arguments.count("help") != 0) {
      std::cout << options.help();
      return 0;
    }
    if (arguments.count("result") != 0 && arguments.count("sources") != 0 &&
        arguments.count("range") != 0) {
      return Check(arguments);
    }
    std::cerr << "demo_check_result: RESULT, --sources and --range are needed; see --help\n";
  } catch (const std::exception& error) {
    std::cerr << "demo_check_result: " << error.what() << "\n";
  }
  return 2;
}
