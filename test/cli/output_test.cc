// SPDX-License-Identifier: Apache-2.0
#include "output.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "exit_code.h"
#include "key_group_histogram.h"
#include "progress_bar.h"

namespace rescale::cli {
namespace {

TEST_CASE("output: sizes and durations are short and change unit in time") {
  CHECK(Size(0) == "0 B");
  CHECK(Size(1023) == "1023 B");
  CHECK(Size(1024) == "1.0 KiB");
  CHECK(Size(1024 * 1024 - 1) == "1.0 MiB");
  CHECK(Size(UINT64_MAX) == "16.0 EiB");
  CHECK(Duration(0) == "0 ms");
  CHECK(Duration(999.4) == "999 ms");
  CHECK(Duration(999.9) == "1.0 s");
  CHECK(Duration(59'999) == "1 min 0 s");
  CHECK(Duration(125'000) == "2 min 5 s");
  CHECK(Count(1, "entry") == "1 entry");
  CHECK(Count(2, "entry") == "2 entries");
}

TEST_CASE("output: what came from a file cannot steer the terminal") {
  CHECK(Printable("a\x1b[2Jb\n") == "a\\x1b[2Jb\\x0a");
  CHECK(Printable("\xc2\x9b"
                  "2J") ==
        "\\xc2\\x9b"
        "2J");  // C1 control, as UTF-8
  CHECK(Printable("Zustand \xc3\xa4") == "Zustand \xc3\xa4");
}

TEST_CASE("output: text that is not UTF-8 does not break a document") {
  CHECK(ToText(Json{{"path", "a\xff"}}, -1) == "{\"path\":\"a\xef\xbf\xbd\"}");
}

TEST_CASE("output: a table aligns numbers right, text left, and counts UTF-8 as columns") {
  Table table({Table::Align::kLeft, Table::Align::kRight, Table::Align::kLeft});
  table.AddRow({"\xc3\xa4", "1", ""});
  table.AddRow({"ab", "10", "x"});
  CHECK(table.ToString(2) == "  \xc3\xa4    1\n  ab  10  x\n");
}

TEST_CASE("exit codes: every status code has the one that the manual lists") {
  CHECK(ExitCodeOf(StatusCode::kOk) == 0);
  CHECK(ExitCodeOf(StatusCode::kIoError) == 1);
  CHECK(ExitCodeOf(StatusCode::kNotFound) == 1);
  CHECK(ExitCodeOf(StatusCode::kInternal) == 1);
  CHECK(ExitCodeOf(StatusCode::kInvalidArgument) == 2);
  CHECK(ExitCodeOf(StatusCode::kCorruption) == 3);
  CHECK(ExitCodeOf(StatusCode::kNotSupported) == 4);
  CHECK(ExitCodeOf(StatusCode::kBusy) == 5);
  CHECK(ExitCodeOf(StatusCode::kAlreadyExists) == 5);
  CHECK(ExitCodeOf(StatusCode::kCancelled) == 130);
}

TEST_CASE("histogram: more key groups than rows share rows, and no row is lost") {
  const std::vector<KeyGroupSummary> groups = {{0, 2, 1000}, {9, 1, 10}};
  const auto lines = [&](uint32_t key_groups, uint32_t rows) {
    const std::string text = KeyGroupHistogram(groups, key_groups, rows, 80);
    return std::count(text.begin(), text.end(), '\n');
  };
  CHECK(lines(10, 20) == 10);
  CHECK(lines(10, 10) == 10);
  CHECK(lines(10, 4) == 4);
  CHECK(lines(128, 20) == 19);  // seven a row
  CHECK(lines(10, 0) == 1);
  CHECK(KeyGroupHistogram(groups, 10, 2, 80) ==
        "  0-4  1000 B  2 SSTs  ##################################\n"
        "  5-9    10 B   1 SST  #\n");
}

TEST_CASE("progress: the line shows linked beside rewritten bytes, and fits the terminal") {
  Progress progress;
  progress.phase = "write";
  progress.files_total = 4;
  progress.files_done = 1;
  progress.bytes_total = 4096;
  progress.bytes_linked = 512;
  progress.bytes_rewritten = 512;
  CHECK(ProgressLine(progress, 1500, 200) ==
        "write   [#####               ]  25%  1/4 files  linked 512 B  rewritten 512 B  ETA 4.5 s");
  CHECK(ProgressLine(progress, 10, 40).size() == 39);
  progress.bytes_total = 0;  // nothing to do, or not known yet
  CHECK(ProgressLine(progress, 1500, 200).find("ETA") == std::string::npos);
  progress.bytes_total = 1;  // more done than planned
  CHECK(ProgressLine(progress, 1500, 200).find("100%") != std::string::npos);
}

}  // namespace
}  // namespace rescale::cli
