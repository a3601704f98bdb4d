// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/cli_fixture.h"
#include "cli/process.h"

namespace rescale::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kSources = " old/0 old/1 old/2 old/3";

// The one document that a command writes to stdout.
Json Document(const CliFixture& fixture, const std::string& command) {
  const ProcessResult result = RunShell("rescale " + command + " --json", fixture.path());
  INFO(command << "\n" << result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  const Json document = Json::parse(result.out, nullptr, false);
  REQUIRE(document.is_object());
  return document;
}

// Every number that is a size, a count or a time has its unit in its name.
void CheckUnits(const Json& value, const std::string& name) {
  for (const char* bare : {"size", "bytes", "ms", "duration", "files_linked", "files_skipped",
                           "files_trimmed", "entries"}) {
    CHECK((name != bare || !value.is_number()));
  }
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) CheckUnits(inner, key);
  } else if (value.is_array()) {
    for (const Json& inner : value) CheckUnits(inner, "");
  }
}

TEST_CASE("json: each command writes one document with units in its keys") {
  const CliFixture fixture;
  const std::string job = " --max-parallelism 128 --to 2";
  const Json inspected = Document(fixture, "inspect old/1 --max-parallelism 128");
  CheckUnits(inspected, "");
  CHECK(inspected["column_families"].size() >= 5);
  CHECK(inspected["unsupported"].empty());
  for (const Json& group : inspected["key_groups"]) {
    CHECK(group["key_group"].get<int>() >= 32);
    CHECK(group["key_group"].get<int>() <= 63);
  }

  const Json plan = Document(fixture, "plan" + job + kSources);
  CheckUnits(plan, "");
  CHECK(plan["targets"].size() == 2);

  const Json run = Document(fixture, "run" + job + " --out new" + kSources);
  CheckUnits(run, "");
  REQUIRE(run["targets"].size() == 2);
  CHECK(run["targets"][1]["key_groups"] == Json{{"first", 64}, {"last", 127}});
  CHECK(run["targets"][0]["files_trimmed_count"] == 0);
  CHECK(run["targets"][0]["linked_bytes"] == run["plan"][0]["linked_bytes"]);
  CHECK(run["targets"][0]["files"].size() == run["targets"][0]["files_linked_count"].get<size_t>());

  const Json verified = Document(
      fixture, std::string("verify new/0 --max-parallelism 128 --range 0-63 --against") + kSources);
  CheckUnits(verified, "");
  CHECK(verified["against_sources"] == true);
  CHECK(verified["entries_count"].get<int>() > 0);

  const Json clipped =
      Document(fixture, "clip --max-parallelism 128 --range 10-20 --out part old/0");
  CheckUnits(clipped, "");
  CHECK(clipped["files_trimmed_count"].get<int>() > 0);
  CheckUnits(Document(fixture, "ingest --out merged new/0 new/1"), "");
}

TEST_CASE("json: the plan that is run is the plan that was shown") {
  const CliFixture fixture;
  const std::string job = " --max-parallelism 128 --to 3";
  const Json plan = Document(fixture, "plan" + job + kSources);
  CHECK(Document(fixture, "run --dry-run --out new" + job + kSources) == plan);
  const Json run = Document(fixture, "run --out new" + job + kSources);
  for (size_t i = 0; i < 3; ++i) {
    const Json& totals = plan["targets"][i]["totals"];
    const Json& report = run["targets"][i];
    CHECK(report["files_linked_count"] == totals["files_linked_count"]);
    CHECK(report["files_skipped_count"] == totals["files_skipped_count"]);
    CHECK(report["files_trimmed_count"].get<int>() +
              report["files_dropped_empty_count"].get<int>() ==
          totals["files_trimmed_count"].get<int>());
  }
}

// The error object that a failing command writes to stdout, and nothing else anywhere.
Json ErrorOf(const CliFixture& fixture, const std::string& command) {
  const ProcessResult result = RunShell(command, fixture.path());
  INFO(command << "\n" << result.out << result.err);
  CHECK(result.err.empty());
  const Json error = Json::parse(result.out, nullptr, false);
  REQUIRE(error.is_object());
  CHECK(error["message_type"] == "error");
  CHECK(error["exit_code"] == result.exit_code);
  CHECK(!error["message"].get<std::string>().empty());
  CHECK(error.contains("path"));
  CHECK(error.contains("offset_bytes"));
  CHECK(error["notes"].is_array());
  return error;
}

TEST_CASE("json: a failure is one error object with its exit code") {
  const CliFixture fixture;
  RunShell("echo x | dd of=old/0/$(cat old/0/CURRENT) bs=1 seek=40 conv=notrunc", fixture.path());
  const std::string job = " --max-parallelism 128 --to 1 ";
  const std::pair<std::string, const char*> failures[] = {
      {"rescale inspect missing --json", "NotFound"},
      {"rescale inspect old/0 --json", "Corruption"},
      {"rescale verify old/0 --json", "Corruption"},
      {"rescale plan" + job + "old/0@0-127 --json", "Corruption"},
      {"rescale plan --max-parallelism 0 --to 1 old/1 --json", "InvalidArgument"},
      {"rescale plan --json --what", "InvalidArgument"},
      {"rescale dump sst missing --json", "InvalidArgument"},
      {"rescale --json", "InvalidArgument"},
      {"rescale plan" + job + "reverse/0 --json", "NotSupported"},
      {"rescale run" + job + "--out new reverse/0 --json", "NotSupported"},
      {"rescale run" + job + "--out new --dry-run reverse/0 --json", "NotSupported"},
      {"rescale ingest --out old/2 old/1 old/3 --json", "AlreadyExists"},
      {"rescale clip --max-parallelism 128 --range 0-5 --out old/2 old/1@0-127 --json",
       "AlreadyExists"},
  };
  for (const auto& [command, code] : failures) {
    const Json error = ErrorOf(fixture, command);
    CHECK(error["code"] == code);
    if (command == "rescale inspect old/0 --json") {
      CHECK(error["path"].get<std::string>().starts_with("old/0/MANIFEST-"));
      CHECK(error["offset_bytes"].is_number());
    }
  }
  CHECK(!Exists(fixture / "new"));
}

TEST_CASE("json: a run that fails half-way says what it left in its one document") {
  const CliFixture fixture;
  RunShell("rm $(ls old/1/*.sst | head -1)", fixture.path());
  const Json error = ErrorOf(
      fixture, std::string("rescale run --max-parallelism 128 --to 2 --out new --json") + kSources);
  CHECK(error["code"] == "Corruption");
  REQUIRE(error["notes"].size() == 1);
  CHECK(error["notes"][0] == "no target was published and nothing partial is left");
}

TEST_CASE("json: where stdout takes nothing the error object goes to stderr") {
  const CliFixture fixture;
  for (const char* command :
       {"rescale inspect old/0 --json > /dev/full", "rescale inspect missing --json > /dev/full"}) {
    const ProcessResult result = RunShell(command, fixture.path());
    CHECK(result.exit_code == 1);
    CHECK(Json::parse(result.err, nullptr, false).is_object());
  }
}

}  // namespace
}  // namespace rescale::test
