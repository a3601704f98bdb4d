// SPDX-License-Identifier: Apache-2.0
#include "rescale/inspect.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/internal_key.h"
#include "checkpoint/checkpoint_files.h"
#include "checkpoint/options_file.h"
#include "fs/fs_util.h"
#include "manifest/live_logs.h"
#include "manifest/manifest_reader.h"
#include "plan/file_traits.h"
#include "plan/plan.h"
#include "run/key_group_spread.h"
#include "run/table_survey.h"

namespace rescale {
namespace {

ColumnFamilySummary Summarize(const manifest::ColumnFamily& family) {
  ColumnFamilySummary summary;
  summary.id = family.id;
  summary.name = family.name;
  summary.comparator = family.comparator;
  for (size_t i = 0; i < family.levels.size(); ++i) {
    LevelSummary level;
    level.level = static_cast<int32_t>(i);
    level.files = family.levels[i].size();
    for (const manifest::FileMetaData& file : family.levels[i]) level.bytes += file.size_bytes;
    summary.files += level.files;
    summary.bytes += level.bytes;
    if (level.files > 0) summary.levels.push_back(level);
  }
  summary.blob_files = family.blob_files.size();
  for (const manifest::BlobFile& blob : family.blob_files) summary.blob_bytes += blob.total_bytes;
  return summary;
}

// The name of the field that only files of timestamped keys have; empty when no file has one.
std::string TimestampField(const manifest::ColumnFamily& family) {
  for (const auto& level : family.levels) {
    for (const manifest::FileMetaData& file : level) {
      plan::FileTraits traits;
      if (!plan::ScanFileTraits(file.custom(), &traits)) continue;
      if (!traits.timestamp_field.empty()) return std::string(traits.timestamp_field);
    }
  }
  return "";
}

// What the MANIFEST says against a rescale of a column family.
void CheckColumnFamily(const manifest::ColumnFamily& family, InspectReport* report) {
  const std::string name = EscapeKey(family.name);
  if (!family.comparator.empty() && family.comparator != manifest::kBytewiseComparatorName) {
    report->unsupported.push_back(
        fmt::format("column family '{}' is ordered by comparator '{}', not '{}'", name,
                    EscapeKey(family.comparator), manifest::kBytewiseComparatorName));
  }
  const std::string timestamp_field = TimestampField(family);
  if (!family.user_defined_timestamps_persisted || !timestamp_field.empty()) {
    report->unsupported.push_back(fmt::format(
        "column family '{}' has user-defined timestamps ({})", name,
        timestamp_field.empty() ? "MANIFEST: not persisted" : "MANIFEST: " + timestamp_field));
  }
  if (!family.blob_files.empty()) {
    report->notes.push_back(
        fmt::format("column family '{}' has {} blob files, whose numbers cannot change: sources "
                    "whose blob file "
                    "numbers clash are refused",
                    name, family.blob_files.size()));
  }
}

// What only the planner knows: it looks at the whole database, and is asked last.
void AskPlanner(const manifest::Version& version, const checkpoint::OptionsFile* options,
                InspectReport* report) {
  if (!report->unsupported.empty()) return;
  const plan::Source source{report->directory, KeyGroupRange{}, &version, options};
  const Status status = plan::PlanMerge({source}).status();
  if (!status.ok()) report->unsupported.push_back(status.ToString());
}

// What stands against a rescale in the write-ahead logs.
void CheckLogs(FileSystem& fs, const checkpoint::CheckpointFiles& files,
               const manifest::Version& version, const checkpoint::OptionsFile* options,
               InspectReport* report) {
  if (report->live_log_bytes > 0) {
    report->notes.push_back(
        fmt::format("the WAL holds {} bytes that are in no SST yet; a rescale flushes them into a "
                    "private copy first, for which it needs RocksDB",
                    report->live_log_bytes));
  }
  const Status tracked = manifest::CheckTrackedLogs(files, version);
  if (!tracked.ok()) report->unsupported.push_back(tracked.ToString());
  if (options == nullptr) return;
  const Status here = manifest::CheckLogsAreHere(fs, files, version, *options);
  if (!here.ok()) report->unsupported.push_back(here.ToString());
}

// A damaged OPTIONS file would stop a rescale, but not an inspection.
std::optional<checkpoint::OptionsFile> ReadOptions(FileSystem& fs, const std::string& name,
                                                   InspectReport* report) {
  if (name.empty()) {
    report->notes.push_back("there is no OPTIONS file: RocksDB's defaults are taken");
    return std::nullopt;
  }
  const std::string path = JoinPath(report->directory, name);
  Result<checkpoint::OptionsFile> options = checkpoint::OptionsFile::Read(fs, path);
  if (!options.ok()) {
    report->unsupported.push_back(options.status().ToString());
    return std::nullopt;
  }
  report->written_by = options->RocksDbVersion();
  return std::move(options).value();
}

void FillKeyGroups(const manifest::Version& version, const MaxParallelism& max_parallelism,
                   InspectReport* report) {
  run::KeyGroupSpread spread(max_parallelism);
  for (const manifest::ColumnFamily& family : version.column_families) {
    for (const auto& level : family.levels) {
      for (const manifest::FileMetaData& file : level) spread.Add(file);
    }
  }
  report->key_groups = spread.Groups();
  report->files_per_key_group = run::Summarize(report->key_groups);
  if (spread.odd_files() > 0) {
    report->notes.push_back(fmt::format(
        "{} SSTs have keys outside the key groups of max parallelism {}: is that the job's?",
        spread.odd_files(), max_parallelism.value()));
  }
}

// "2 of 17 SSTs are missing, 1 is damaged": what no rescale can do without. Empty when all are
// there.
std::string MissingTables(const run::TableSurvey& survey) {
  if (survey.files_missing + survey.files_damaged == 0) return "";
  const auto part = [](uint64_t files, std::string_view of, std::string_view what) {
    return files == 0 ? "" : fmt::format("{}{} {} {}", files, of, files == 1 ? "is" : "are", what);
  };
  const std::string of = fmt::format(" of {} SST{}", survey.files, survey.files == 1 ? "" : "s");
  const std::string missing = part(survey.files_missing, of, "missing");
  const std::string damaged = part(survey.files_damaged, missing.empty() ? of : "", "damaged");
  return fmt::format("{}{}{}; take another checkpoint", missing,
                     missing.empty() || damaged.empty() ? "" : ", ", damaged);
}

void FillTables(FileSystem& fs, const manifest::Version& version, InspectReport* report) {
  run::TableSurvey survey = run::SurveyTables(fs, report->directory, version);
  report->table_formats = std::move(survey.formats);
  for (std::string& reason : survey.unsupported) report->unsupported.push_back(std::move(reason));
  std::string missing = MissingTables(survey);
  if (!missing.empty()) report->unsupported.push_back(std::move(missing));
  for (std::string& note : survey.notes) report->notes.push_back(std::move(note));
}

}  // namespace

Result<InspectReport> Inspect(const InspectOptions& options) {
  FileSystem& fs = options.file_system != nullptr ? *options.file_system : PosixFileSystem();
  InspectReport report;
  report.directory = options.directory;
  RESCALE_ASSIGN_OR_RETURN(const checkpoint::CheckpointFiles files,
                           checkpoint::FindCheckpointFiles(fs, options.directory));
  RESCALE_ASSIGN_OR_RETURN(
      const manifest::Version version,
      manifest::ReadManifest(fs, JoinPath(options.directory, files.manifest_name)));
  report.manifest = files.manifest_name;
  report.db_id = version.db_id;
  report.last_sequence = version.last_sequence.value;
  report.next_file_number = version.next_file_number.value;
  report.live_log_bytes = manifest::LiveLogBytes(files, version);
  RESCALE_ASSIGN_OR_RETURN(report.open_in_another_process,
                           fs.IsLockedByProcess(JoinPath(options.directory, "LOCK")));
  report.notes = version.notes;
  if (report.open_in_another_process) {
    report.unsupported.push_back(
        "another process has the database open; take a checkpoint of it, or close it");
  }
  const auto options_file = ReadOptions(fs, files.options_name, &report);
  CheckLogs(fs, files, version, options_file ? &*options_file : nullptr, &report);
  for (const manifest::ColumnFamily& family : version.column_families) {
    report.column_families.push_back(Summarize(family));
    CheckColumnFamily(family, &report);
  }
  AskPlanner(version, options_file ? &*options_file : nullptr, &report);
  FillTables(fs, version, &report);
  if (options.max_parallelism) FillKeyGroups(version, *options.max_parallelism, &report);
  return report;
}

}  // namespace rescale
