// SPDX-License-Identifier: Apache-2.0
#include "verify/database.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "checkpoint/checkpoint_files.h"
#include "checkpoint/options_file.h"
#include "checkpoint/quoted.h"
#include "fs/fs_util.h"
#include "manifest/consistency.h"
#include "manifest/live_logs.h"
#include "manifest/manifest_reader.h"

namespace rescale::verify {
namespace {

constexpr uint64_t kMaxIdentityBytes = 4096;

// Numbers, since names of a million files take their room.
struct NamedFiles {
  std::vector<FileNumber> tables;
  std::vector<FileNumber> blob_files;

  bool Contains(const checkpoint::FileName& file) const {
    const bool is_table = file.kind == checkpoint::FileKind::kTable;
    const std::vector<FileNumber>& numbers = is_table ? tables : blob_files;
    return std::binary_search(numbers.begin(), numbers.end(), file.number);
  }
};

Status CheckTables(FileSystem& fs, const Database& database, VerifyReport* report,
                   NamedFiles* named) {
  for (const manifest::ColumnFamily& family : database.version.column_families) {
    for (const auto& level : family.levels) {
      for (const manifest::FileMetaData& file : level) {
        RESCALE_RETURN_IF_ERROR(
            checkpoint::StatNamedFile(fs, database.PathOf(file), file.size_bytes).status());
        named->tables.push_back(file.number);
        ++report->files;
        report->bytes += file.size_bytes;
      }
    }
  }
  return Status::Ok();
}

// The MANIFEST records the bytes of a blob file's records, not of the file, which also has a header
// of 30 bytes and a footer of 32 (RocksDB 11.9 `db/blob/blob_log_format.h`).
Status CheckBlobFiles(FileSystem& fs, const Database& database, VerifyReport* report,
                      NamedFiles* named) {
  constexpr uint64_t kHeaderAndFooterBytes = 30 + 32;
  for (const manifest::ColumnFamily& family : database.version.column_families) {
    for (const manifest::BlobFile& blob : family.blob_files) {
      const std::string name = checkpoint::BlobFileName(blob.number);
      RESCALE_RETURN_IF_ERROR(checkpoint::StatNamedFile(fs, JoinPath(database.directory, name),
                                                        blob.total_bytes + kHeaderAndFooterBytes)
                                  .status());
      named->blob_files.push_back(blob.number);
      report->bytes += blob.total_bytes + kHeaderAndFooterBytes;
    }
  }
  return Status::Ok();
}

void NoteStrayFiles(const Database& database, NamedFiles named, VerifyReport* report) {
  std::sort(named.tables.begin(), named.tables.end());
  std::sort(named.blob_files.begin(), named.blob_files.end());
  for (const std::string& name : database.files.names) {
    const auto parsed = checkpoint::ParseFileName(name);
    if (!parsed) continue;
    const bool is_data =
        parsed->kind == checkpoint::FileKind::kTable || parsed->kind == checkpoint::FileKind::kBlob;
    if (!is_data || named.Contains(*parsed)) continue;
    report->notes.push_back(name + ": no live file of the MANIFEST; RocksDB removes it at open");
  }
}

Status CheckLogs(const Database& database, VerifyReport* report) {
  const uint64_t live_bytes = manifest::LiveLogBytes(database.files, database.version);
  if (live_bytes > 0) {
    report->notes.push_back(fmt::format(
        "the WAL holds {} bytes that are in no SST yet; they are not checked", live_bytes));
  }
  return manifest::CheckTrackedLogs(database.files, database.version);
}

std::set<std::string> FamilyNames(const manifest::Version& version) {
  std::set<std::string> names;
  for (const manifest::ColumnFamily& family : version.column_families) names.insert(family.name);
  return names;
}

Status CheckLevelCounts(const manifest::Version& version, const checkpoint::OptionsFile& options) {
  for (const manifest::ColumnFamily& family : version.column_families) {
    const auto levels = static_cast<int64_t>(family.levels.size());
    const int64_t most = options.ColumnFamily(family.name).num_levels;
    if (levels <= most) continue;
    return Status::Corruption(
        fmt::format("column family {} has an SST on level {} in the "
                    "MANIFEST, but num_levels = {} in OPTIONS",
                    checkpoint::Quoted(family.name), levels - 1, most));
  }
  return Status::Ok();
}

Status CheckSameFamilies(const manifest::Version& version, const checkpoint::OptionsFile& options) {
  const std::vector<std::string> listed = options.ColumnFamilyNames();
  const std::set<std::string> in_options(listed.begin(), listed.end());
  const std::set<std::string> in_manifest = FamilyNames(version);
  for (const std::string& name : in_manifest) {
    if (in_options.contains(name)) continue;
    return Status::Corruption(fmt::format("column family {} of the MANIFEST is not in OPTIONS",
                                          checkpoint::Quoted(name)));
  }
  for (const std::string& name : in_options) {
    if (in_manifest.contains(name)) continue;
    return Status::Corruption(fmt::format("column family {} of OPTIONS is not in the MANIFEST",
                                          checkpoint::Quoted(name)));
  }
  return Status::Ok();
}

Status CheckOptions(FileSystem& fs, const Database& database, VerifyReport* report) {
  if (database.files.options_name.empty()) {
    report->notes.push_back("no OPTIONS file");
    return Status::Ok();
  }
  const std::string path = JoinPath(database.directory, database.files.options_name);
  RESCALE_ASSIGN_OR_RETURN(const checkpoint::OptionsFile options,
                           checkpoint::OptionsFile::Read(fs, path));
  const Status logs = manifest::CheckLogsAreHere(fs, database.files, database.version, options);
  if (!logs.ok()) report->notes.push_back(logs.ToString());
  RESCALE_RETURN_IF_ERROR(CheckSameFamilies(database.version, options).At(path));
  return CheckLevelCounts(database.version, options).At(path);
}

Status CheckIdentity(FileSystem& fs, const Database& database) {
  const bool has_identity =
      std::binary_search(database.files.names.begin(), database.files.names.end(), "IDENTITY");
  if (!has_identity || database.version.db_id.empty()) return Status::Ok();
  const std::string path = JoinPath(database.directory, "IDENTITY");
  RESCALE_ASSIGN_OR_RETURN(std::string identity, ReadWholeFile(fs, path, kMaxIdentityBytes));
  while (!identity.empty() && (identity.back() == '\n' || identity.back() == '\r')) {
    identity.pop_back();
  }
  if (identity == database.version.db_id) return Status::Ok();
  return Status::Corruption(fmt::format("database id: the MANIFEST says '{}', IDENTITY '{}'",
                                        database.version.db_id, identity))
      .At(path);
}

// Level order for the versions that may read this: what has epochs throughout was written by 7.10
// or later and owes nothing to the L0 rule of those before.
Status CheckLevels(const manifest::Version& version, VerifyReport* report) {
  const Status any_reader = manifest::CheckConsistency(version);
  if (any_reader.ok() || !manifest::HasEpochs(version)) return any_reader;
  RESCALE_RETURN_IF_ERROR(manifest::CheckConsistency(version, {.seqno_ordered_l0 = false}));
  report->notes.push_back("opens in RocksDB 7.10 and later only: " + any_reader.ToString());
  return Status::Ok();
}

}  // namespace

std::string Database::PathOf(const manifest::FileMetaData& file) const {
  return JoinPath(directory, checkpoint::TableFileName(file.number));
}

Result<Database> ReadDatabase(FileSystem& fs, const std::string& directory,
                              const std::string& manifest_name) {
  Database database;
  database.directory = directory;
  RESCALE_ASSIGN_OR_RETURN(database.files,
                           checkpoint::FindCheckpointFiles(fs, directory, manifest_name));
  RESCALE_ASSIGN_OR_RETURN(
      database.version,
      manifest::ReadManifest(fs, JoinPath(directory, database.files.manifest_name)));
  return database;
}

Status CheckDatabase(FileSystem& fs, const Database& database, VerifyReport* report) {
  const std::string manifest_path = JoinPath(database.directory, database.files.manifest_name);
  for (const std::string& note : database.version.notes) report->notes.push_back(note);
  RESCALE_RETURN_IF_ERROR(CheckLevels(database.version, report).At(manifest_path));
  report->column_families = database.version.column_families.size();
  NamedFiles named;
  RESCALE_RETURN_IF_ERROR(CheckTables(fs, database, report, &named));
  RESCALE_RETURN_IF_ERROR(CheckBlobFiles(fs, database, report, &named));
  NoteStrayFiles(database, std::move(named), report);
  RESCALE_RETURN_IF_ERROR(CheckLogs(database, report));
  RESCALE_RETURN_IF_ERROR(CheckOptions(fs, database, report));
  return CheckIdentity(fs, database);
}

}  // namespace rescale::verify
