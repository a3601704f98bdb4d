// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <catch2/catch.hpp>
#include <cxxopts.hpp>

#include "command_table.h"
#include "source_argument.h"

namespace rescale::cli {
namespace {

using Words = std::vector<std::string>;

Result<Arguments> Parse(std::string_view command, const Words& words) {
  return ParseArguments(*FindCommand(command), words);
}

MaxParallelism Max(uint32_t value) { return *MaxParallelism::Create(value); }

TEST_CASE("arguments: a list flag takes every argument up to the next flag") {
  const auto arguments =
      Parse("verify", {"new", "--against", "a,b", "c d", "--deep", "--threads", "2"});
  REQUIRE(arguments.ok());
  CHECK(arguments->positionals() == Words{"new"});
  CHECK(arguments->Values("against") == Words{"a,b", "c d"});
  CHECK(arguments->Has("deep"));
}

TEST_CASE("arguments: a list flag may come again, and ends at two dashes") {
  const auto arguments = Parse("verify", {"--against", "a", "b", "--against=c", "d", "--", "new"});
  REQUIRE(arguments.ok());
  CHECK(arguments->Values("against") == Words{"a", "b", "c", "d"});
  CHECK(arguments->positionals() == Words{"new"});
}

TEST_CASE("arguments: what follows two dashes is no flag") {
  const auto arguments = Parse("inspect", {"--", "--json"});
  REQUIRE(arguments.ok());
  CHECK(arguments->positionals() == Words{"--json"});
  CHECK_FALSE(arguments->Has("json"));
}

TEST_CASE("arguments: a missing, doubled or empty flag is refused by name") {
  const auto message = [](const Words& words) {
    return std::string(Parse("plan", words).status().message());
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(message({"--to", "2", "a"}), Contains("--max-parallelism"));
  CHECK_THAT(message({"--max-parallelism", "128", "a"}), Contains("--to"));
  CHECK_THAT(message({"--max-parallelism", "128", "--to", "2"}), Contains("SRC is missing"));
  CHECK_THAT(message({"--max-parallelism", "8", "--max-parallelism", "8", "--to", "2", "a"}),
             Contains("2 times"));
  CHECK_THAT(message({"--max-parallelism", "8", "--to=", "a"}), Contains("--to is empty"));
  CHECK_THAT(message({"--max-parallelism", "8", "--to", "2", ""}), Contains("SRC is empty"));
  // A value that is no truth value is cxxopts' to refuse; one that is, ours.
  CHECK_THROWS(message({"--max-parallelism", "8", "--to", "2", "a", "--json=no"}));
  CHECK_THAT(message({"--max-parallelism", "8", "--to", "2", "a", "--json=false"}),
             Contains("--json takes no value"));
}

TEST_CASE("arguments: a flag nobody knows is cxxopts' to refuse") {
  CHECK_THROWS_AS(Parse("inspect", {"--jsn", "a"}), cxxopts::exceptions::exception);
  CHECK_THROWS_AS(Parse("inspect", {"a", "--max-parallelism"}), cxxopts::exceptions::exception);
}

TEST_CASE("arguments: help is given however wrong the rest is") {
  const auto arguments = Parse("plan", {"--help"});
  REQUIRE(arguments.ok());
  CHECK(arguments->Has("help"));
}

TEST_CASE("arguments: numbers are decimal and within their bounds") {
  const auto to = [](const std::string& text) {
    return Parse("plan", {"--max-parallelism", "128", "--to", text, "a"})->Number("to", 1, 128);
  };
  CHECK(**to("128") == 128);
  CHECK(**to("007") == 7);
  for (const char* wrong : {"0", "129", "-1", "+1", "0x10", "1.5", "1 ", " 1", "one",
                            "99999999999999999999999", "4294967297"}) {
    INFO(wrong);
    CHECK(to(wrong).status().code() == StatusCode::kInvalidArgument);
  }
}

TEST_CASE("arguments: a key-group range is two numbers in order, of existing key groups") {
  CHECK(*ParseKeyGroupRange("0-127", "r", Max(128)) == KeyGroupRange{0, 127});
  CHECK(*ParseKeyGroupRange("5-5", "r", Max(128)) == KeyGroupRange{5, 5});
  CHECK(*ParseKeyGroupRange("0-32767", "r", Max(32768)) == KeyGroupRange{0, 32767});
  for (const char* wrong :
       {"5-3", "-1-2", "0-128", "0-200", "0--2", "1", "", "-", "0-", "-5", "a-b", "0-5-7", "0 - 5",
        "0-99999999999", "99999999999999999999999-0", "0-18446744073709551616", "+0-5"}) {
    INFO(wrong);
    CHECK(ParseKeyGroupRange(wrong, "--range", Max(128)).status().code() ==
          StatusCode::kInvalidArgument);
  }
}

TEST_CASE("source argument: the range is what follows the last at sign, when it is one") {
  const auto split = [](std::string_view text) {
    const SourceArgument source = SplitSourceArgument(text);
    return source.directory + "|" + source.range;
  };
  CHECK(split("old/0") == "old/0|");
  CHECK(split("old/0@0-31") == "old/0|0-31");
  CHECK(split("a@b/c") == "a@b/c|");
  CHECK(split("a@b@0-31") == "a@b|0-31");
  CHECK(split("a@0-31@32-63") == "a@0-31|32-63");
  CHECK(split("a@0-31/") == "a@0-31/|");
  CHECK(split("a@5-3") == "a|5-3");
  CHECK(split("a@5") == "a@5|");
  CHECK(split("a@-5") == "a@-5|");
  CHECK(split("a@5-") == "a@5-|");
  CHECK(split("a b,c\xc3\xa9@1-2") == "a b,c\xc3\xa9|1-2");
}

TEST_CASE("source argument: sources without a range own what Flink gave them by position") {
  const auto sources = ResolveSources({"a", "b@40-50", "c", "d"}, Max(128));
  REQUIRE(sources.ok());
  CHECK((*sources)[0].owned == KeyGroupRange{0, 31});
  CHECK((*sources)[1].owned == KeyGroupRange{40, 50});
  CHECK((*sources)[2].owned == KeyGroupRange{64, 95});
  CHECK((*sources)[3].owned == KeyGroupRange{96, 127});
  CHECK((*sources)[1].directory == "b");
}

TEST_CASE("source argument: a range that is none, and more sources than key groups, are refused") {
  CHECK(ResolveSources({"a@5-3"}, Max(128)).status().code() == StatusCode::kInvalidArgument);
  CHECK(ResolveSources({"a@0-128"}, Max(128)).status().code() == StatusCode::kInvalidArgument);
  CHECK(ResolveSources({"@0-12"}, Max(128)).status().code() == StatusCode::kInvalidArgument);
  CHECK(ResolveSources({"a", "b", "c"}, Max(2)).status().code() == StatusCode::kInvalidArgument);
  CHECK(ResolveSources({"a@0-0", "b@1-1", "c@1-1"}, Max(2)).ok());
  CHECK(ResolveWholeSources({"a@0-5"}).status().code() == StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace rescale::cli
