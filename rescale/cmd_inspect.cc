// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>

#include "commands.h"
#include "engine_choice.h"
#include "key_group_histogram.h"
#include "output.h"
#include "rescale/inspect.h"
#include "terminal.h"

namespace rescale::cli {

namespace {

constexpr int kRowsAroundHistogram = 4;  // heading, statistics, prompt

std::vector<std::string> Unsupported(const InspectReport& report) {
  std::vector<std::string> reasons = report.unsupported;
  if (report.live_log_bytes > 0 && EngineName().empty()) {
    reasons.push_back(
        fmt::format("the WAL holds {} bytes that are in no SST yet, and this build has no RocksDB "
                    "to flush them with: open and close the database, or take the checkpoint again",
                    report.live_log_bytes));
  }
  return reasons;
}

std::string SummaryText(const InspectReport& report) {
  using Align = Table::Align;
  uint64_t files = 0;
  uint64_t bytes = 0;
  for (const ColumnFamilySummary& family : report.column_families) {
    files += family.files;
    bytes += family.bytes;
  }
  Table table({Align::kLeft, Align::kLeft});
  table.AddRow({"directory", Printable(report.directory)});
  table.AddRow({"manifest", Printable(report.manifest)});
  table.AddRow({"written by", report.written_by.empty()
                                  ? "unknown (no OPTIONS file)"
                                  : "RocksDB " + Printable(report.written_by)});
  table.AddRow({"database id", report.db_id.empty() ? "none" : Printable(report.db_id)});
  table.AddRow({"last sequence", std::to_string(report.last_sequence)});
  table.AddRow({"next file number", std::to_string(report.next_file_number)});
  table.AddRow({"live WAL", Size(report.live_log_bytes)});
  table.AddRow({"open elsewhere", report.open_in_another_process ? "yes" : "no"});
  table.AddRow({"SSTs", fmt::format("{}, {}", Count(files, "file"), Size(bytes))});
  return table.ToString(0);
}

std::string ColumnFamilyText(const ColumnFamilySummary& family) {
  using Align = Table::Align;
  std::string text =
      fmt::format("\ncolumn family {} (id {}, {}): {}, {}\n", Printable(family.name), family.id,
                  Printable(family.comparator), Count(family.files, "file"), Size(family.bytes));
  Table table({Align::kLeft, Align::kRight, Align::kRight});
  for (const LevelSummary& level : family.levels) {
    table.AddRow({fmt::format("L{}", level.level), Count(level.files, "file"), Size(level.bytes)});
  }
  if (family.blob_files > 0) {
    table.AddRow({"blobs", Count(family.blob_files, "file"), Size(family.blob_bytes)});
  }
  return text + table.ToString(2);
}

std::string KeyGroupText(const InspectReport& report, const MaxParallelism& max_parallelism) {
  if (!report.files_per_key_group) return "\nkey groups: no SST reaches any\n";
  const Terminal terminal = TerminalOf(STDOUT_FILENO);
  const int rows = std::max(terminal.rows - kRowsAroundHistogram, 1);
  const FilesPerKeyGroup& spread = *report.files_per_key_group;
  return fmt::format(
             "\nkey groups of {}: bytes estimated from bounds; the most SSTs that one is spread "
             "over\n{}",
             max_parallelism.value(),
             KeyGroupHistogram(report.key_groups, max_parallelism.value(),
                               static_cast<uint32_t>(rows),
                               static_cast<uint32_t>(std::max(terminal.columns, 1)))) +
         fmt::format("SSTs per key group: mean {:.2f}, stdev {:.2f}, min {}, max {}\n", spread.mean,
                     spread.stdev, spread.min, spread.max);
}

std::string ReportText(const InspectReport& report,
                       const std::optional<MaxParallelism>& max_parallelism) {
  std::string text = SummaryText(report);
  for (const ColumnFamilySummary& family : report.column_families) text += ColumnFamilyText(family);
  if (!report.table_formats.empty()) {
    text += "\nSSTs on disk\n";
    for (const auto& [format, files] : report.table_formats) {
      text += fmt::format("  {}: {}\n", Printable(format), Count(files, "file"));
    }
  }
  if (max_parallelism) text += KeyGroupText(report, *max_parallelism);
  for (const std::string& note : report.notes) text += "\nnote: " + Printable(note);
  if (!report.notes.empty()) text += "\n";
  const std::vector<std::string> reasons = Unsupported(report);
  if (reasons.empty()) return text + "\ncan be rescaled\n";
  text += "\ncannot be rescaled:\n";
  for (const std::string& reason : reasons) text += fmt::format("  {}\n", Printable(reason));
  return text;
}

Json ColumnFamilyJson(const ColumnFamilySummary& family) {
  Json levels = Json::array();
  for (const LevelSummary& level : family.levels) {
    levels.push_back(
        {{"level", level.level}, {"files_count", level.files}, {"size_bytes", level.bytes}});
  }
  return {{"id", family.id},
          {"name", family.name},
          {"comparator", family.comparator},
          {"files_count", family.files},
          {"size_bytes", family.bytes},
          {"blob_files_count", family.blob_files},
          {"blob_bytes", family.blob_bytes},
          {"levels", std::move(levels)}};
}

Json KeyGroupsJson(const InspectReport& report) {
  Json groups = Json::array();
  for (const KeyGroupSummary& group : report.key_groups) {
    groups.push_back({{"key_group", group.key_group},
                      {"files_count", group.files},
                      {"estimated_bytes", group.estimated_bytes}});
  }
  return groups;
}

Json SpreadJson(const InspectReport& report) {
  if (!report.files_per_key_group) return nullptr;
  const FilesPerKeyGroup& spread = *report.files_per_key_group;
  return {{"mean", spread.mean}, {"stdev", spread.stdev}, {"min", spread.min}, {"max", spread.max}};
}

Json ReportJson(const InspectReport& report, const std::optional<MaxParallelism>& max_parallelism) {
  Json document;
  document["directory"] = report.directory;
  document["manifest"] = report.manifest;
  document["written_by"] = report.written_by.empty() ? Json(nullptr) : Json(report.written_by);
  document["database_id"] = report.db_id.empty() ? Json(nullptr) : Json(report.db_id);
  document["last_sequence"] = report.last_sequence;
  document["next_file_number"] = report.next_file_number;
  document["live_wal_bytes"] = report.live_log_bytes;
  document["open_in_another_process"] = report.open_in_another_process;
  document["column_families"] = Json::array();
  for (const ColumnFamilySummary& family : report.column_families) {
    document["column_families"].push_back(ColumnFamilyJson(family));
  }
  document["table_formats"] = Json::array();
  for (const auto& [format, files] : report.table_formats) {
    document["table_formats"].push_back({{"format", format}, {"files_count", files}});
  }
  document["max_parallelism"] = max_parallelism ? Json(max_parallelism->value()) : Json(nullptr);
  document["key_groups"] = KeyGroupsJson(report);
  document["files_per_key_group"] = SpreadJson(report);
  document["unsupported"] = Unsupported(report);
  document["notes"] = report.notes;
  return document;
}

}  // namespace

Status RunInspectCommand(const Arguments& arguments) {
  InspectOptions options;
  options.directory = arguments.positionals().front();
  RESCALE_ASSIGN_OR_RETURN(options.max_parallelism, arguments.max_parallelism());
  RESCALE_ASSIGN_OR_RETURN(const InspectReport report, Inspect(options));
  if (arguments.Has("json")) return WriteJson(ReportJson(report, options.max_parallelism));
  if (report.open_in_another_process && !arguments.Has("quiet")) {
    WriteNote("a process has this database open and may have changed it meanwhile");
  }
  return WriteStdout(ReportText(report, options.max_parallelism));
}

}  // namespace rescale::cli
