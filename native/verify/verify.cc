// SPDX-License-Identifier: Apache-2.0
#include "rescale/verify.h"

#include <fmt/format.h>

#include <mutex>

#include "base/parallel.h"
#include "fs/fs_util.h"
#include "verify/against_sources.h"
#include "verify/bounds.h"
#include "verify/database.h"
#include "verify/family_contents.h"
#include "verify/newer_above_older.h"
#include "verify/progress.h"
#include "verify/table_check.h"
#include "verify/verify_db.h"

namespace rescale {
namespace verify {
namespace {

struct TableItem {
  const manifest::ColumnFamily* family = nullptr;
  const manifest::FileMetaData* file = nullptr;
};

std::vector<TableItem> AllTables(const Database& database) {
  std::vector<TableItem> items;
  for (const manifest::ColumnFamily& family : database.version.column_families) {
    for (const auto& level : family.levels) {
      for (const manifest::FileMetaData& file : level) items.push_back({&family, &file});
    }
  }
  return items;
}

Status CheckOptions(const VerifyOptions& options) {
  if (options.range && !options.max_parallelism) {
    return Status::InvalidArgument("a key-group range needs the max parallelism");
  }
  if (options.range && !options.range->empty() &&
      (options.range->first < 0 || options.range->last > options.max_parallelism->all().last)) {
    return Status::InvalidArgument(fmt::format("key groups {} do not lie in {}",
                                               ToString(*options.range),
                                               ToString(options.max_parallelism->all())));
  }
  return Status::Ok();
}

// The order of keys is the comparator's business, and only one is known here.
Status CheckComparators(const Database& database) {
  for (const manifest::ColumnFamily& family : database.version.column_families) {
    if (family.comparator.empty() || family.comparator == manifest::kBytewiseComparatorName) {
      continue;
    }
    return Status::NotSupported(
               fmt::format("column family '{}' is ordered by '{}'; only '{}' can be checked deeply",
                           family.name, family.comparator, manifest::kBytewiseComparatorName))
        .At(database.directory);
  }
  return Status::Ok();
}

// Reads every SST; fills `contents` and the counts of the report.
Status CheckTables(FileSystem& fs, const Database& database, const VerifyOptions& options,
                   ProgressReporter* progress, Contents* contents, VerifyReport* report) {
  const std::vector<TableItem> items = AllTables(database);
  for (const TableItem& item : items) progress->AddTotal(1, item.file->size_bytes);
  std::mutex mutex;  // guards the report
  return ParallelFor(items.size(), options.threads, [&](size_t i) -> Status {
    const TableItem& item = items[i];
    TableCheckRequest request;
    request.path = database.PathOf(*item.file);
    request.file = item.file;
    request.last_sequence = database.version.last_sequence;
    request.max_parallelism = options.max_parallelism;
    request.range = options.range;
    request.cancel = options.cancel;
    Result<TableCheckResult> result = CheckTable(fs, request);
    if (!result.ok()) {
      return std::move(result).status().Within(
          fmt::format("column family '{}', level {}", item.family->name, item.file->level));
    }
    contents->find(item.family->name)->second.Add(result->tally, std::move(result->tombstones));
    progress->FileDone();
    const std::lock_guard<std::mutex> lock(mutex);
    report->blocks += result->blocks;
    report->entries += result->entries;
    return Status::Ok();
  });
}

void ReportContents(const Contents& contents, VerifyReport* report) {
  for (const auto& [name, family] : contents) {
    std::map<uint32_t, KeyGroupCount> counts;
    for (const auto& [group, count] : family.tally.groups()) {
      if (group == KeyGroupTally::kNobody) {
        report->notes.push_back(fmt::format("column family '{}': {} entries belong to no key group",
                                            name, count.entries));
        continue;
      }
      counts[group] = {name, group, count.entries, 0, count.digest};
    }
    for (const TombstonePiece& piece : family.tombstones.pieces()) {
      const uint32_t group = family.tally.GroupOf(piece.begin);
      if (group == KeyGroupTally::kNobody) continue;
      KeyGroupCount& count = counts[group];
      count.column_family = name;
      count.key_group = group;
      ++count.range_tombstones;
    }
    for (auto& [group, count] : counts) report->key_groups.push_back(std::move(count));
  }
}

Status CheckDeep(FileSystem& fs, const Database& database, const VerifyOptions& options,
                 VerifyReport* report) {
  RESCALE_RETURN_IF_ERROR(CheckComparators(database));
  RESCALE_ASSIGN_OR_RETURN(const std::vector<Source> sources, ReadSources(fs, options));
  ProgressReporter progress(options.progress);
  Contents contents;
  for (const manifest::ColumnFamily& family : database.version.column_families) {
    contents.try_emplace(family.name, options.max_parallelism);
  }
  report->deep = true;
  RESCALE_RETURN_IF_ERROR(CheckTables(fs, database, options, &progress, &contents, report));
  for (auto& [name, family] : contents) family.tombstones.Normalise();
  RESCALE_RETURN_IF_ERROR(
      CheckNewerAboveOlder(fs, database, ThreadCount(options.threads), options.cancel));
  ReportContents(contents, report);
  if (sources.empty()) return Status::Ok();
  report->against_sources = true;
  return CompareWithSources(fs, options, sources, contents, &progress, &report->left_out);
}

}  // namespace

Result<VerifyReport> VerifyDatabase(const VerifyOptions& options,
                                    const std::string& manifest_name) {
  RESCALE_RETURN_IF_ERROR(CheckOptions(options));
  FileSystem& fs = options.file_system != nullptr ? *options.file_system : PosixFileSystem();
  VerifyReport report;
  RESCALE_ASSIGN_OR_RETURN(const Database database,
                           ReadDatabase(fs, options.directory, manifest_name));
  RESCALE_RETURN_IF_ERROR(CheckDatabase(fs, database, &report));
  const bool reads_all = options.deep || !options.against.empty();
  // A staged database was made with tight bounds; another's may be wider than its keys, which tell.
  if (options.range && (!reads_all || !manifest_name.empty())) {
    RESCALE_RETURN_IF_ERROR(CheckBounds(database.version, *options.max_parallelism, *options.range)
                                .At(JoinPath(database.directory, database.files.manifest_name)));
  }
  if (reads_all) RESCALE_RETURN_IF_ERROR(CheckDeep(fs, database, options, &report));
  return report;
}

}  // namespace verify

Result<VerifyReport> Verify(const VerifyOptions& options) {
  FileSystem& fs = options.file_system != nullptr ? *options.file_system : PosixFileSystem();
  RESCALE_ASSIGN_OR_RETURN(const bool open,
                           fs.IsLockedByProcess(JoinPath(options.directory, "LOCK")));
  Result<VerifyReport> report = verify::VerifyDatabase(options);
  if (report.ok()) {
    report->open_in_another_process = open;
  } else if (open) {
    return std::move(report).status().Within(
        "a process has this database open and may have changed it meanwhile");
  }
  return report;
}

}  // namespace rescale
