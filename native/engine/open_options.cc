// SPDX-License-Identifier: Apache-2.0
#include "engine/open_options.h"

#include <fmt/format.h>
#include <rocksdb/comparator.h>
#include <rocksdb/convenience.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/utilities/options_util.h>

#include <map>

#include "checkpoint/options_file.h"
#include "checkpoint/quoted.h"
#include "engine/rocksdb_status.h"
#include "fs/fs_util.h"

namespace rescale::engine {
namespace {

constexpr int kMaxOpenFiles = 256;

using FamilyOptions = std::map<std::string, rocksdb::ColumnFamilyOptions>;

// RocksDB leaves out what it cannot make; what decides about the bytes must not be left out.
Status CheckObjects(const checkpoint::OptionsFile& file, const FamilyOptions& families,
                    const std::string& path) {
  for (const auto& [name, options] : families) {
    const checkpoint::ColumnFamilyOptions wanted = file.ColumnFamily(name);
    if (wanted.comparator != options.comparator->Name()) {
      return Status::NotSupported(fmt::format("column family {}: this RocksDB has no comparator {}",
                                              checkpoint::Quoted(name),
                                              checkpoint::Quoted(wanted.comparator)))
          .At(path);
    }
    if (!wanted.merge_operator.empty() && options.merge_operator == nullptr) {
      return Status::NotSupported(
                 fmt::format("column family {}: this RocksDB has no merge operator {}; take a "
                             "checkpoint that flushes (log_size_for_flush = 0)",
                             checkpoint::Quoted(name), checkpoint::Quoted(wanted.merge_operator)))
          .At(path);
    }
  }
  return Status::Ok();
}

Status LoadFile(FileSystem& fs, const std::string& options_name, const std::string& directory,
                rocksdb::DBOptions* db, FamilyOptions* families) {
  const std::string path = JoinPath(directory, options_name);
  RESCALE_ASSIGN_OR_RETURN(const auto file, checkpoint::OptionsFile::Read(fs, path));
  rocksdb::ConfigOptions config;
  config.ignore_unknown_options = true;
  config.ignore_unsupported_options = true;
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  RESCALE_RETURN_IF_ERROR(
      FromRocksDb(rocksdb::LoadOptionsFromFile(config, path, db, &descriptors), path));
  for (rocksdb::ColumnFamilyDescriptor& descriptor : descriptors) {
    (*families)[descriptor.name] = std::move(descriptor.options);
  }
  return CheckObjects(file, *families, path);
}

// Nothing outside the directory, nothing that other code of the writer's process would have to
// give, nothing in the background.
void Confine(const std::string& directory, rocksdb::Env* env, rocksdb::DBOptions* db) {
  db->env = env;
  db->wal_dir = directory;
  db->db_log_dir.clear();
  db->db_paths.clear();
  db->info_log_level = rocksdb::ERROR_LEVEL;
  db->rate_limiter = nullptr;
  db->sst_file_manager = nullptr;
  db->statistics = nullptr;
  db->row_cache = nullptr;
  db->wal_filter = nullptr;
  db->write_buffer_manager = nullptr;
  db->listeners.clear();
  db->stats_dump_period_sec = 0;
  db->stats_persist_period_sec = 0;
  db->persist_stats_to_disk = false;
  db->use_direct_reads = false;
  db->use_direct_io_for_flush_and_compaction = false;
  db->allow_mmap_reads = false;
  db->allow_mmap_writes = false;
  db->create_if_missing = false;
  db->create_missing_column_families = false;
  db->error_if_exists = false;
}

// Strict, but for a record that the end of a log cuts: a checkpoint may be taken while one is being
// written. RocksDB's default (point in time) would silently drop all behind a damaged record.
void SetRecovery(rocksdb::DBOptions* db) {
  db->wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  db->best_efforts_recovery = false;
  db->avoid_flush_during_recovery = false;
  db->allow_2pc = false;  // prepared transactions in the WAL are refused
  db->recycle_log_file_num = 0;
  db->wal_compression = rocksdb::kNoCompression;  // its header would make the new WAL not empty
  db->WAL_ttl_seconds = 0;
  db->WAL_size_limit_MB = 0;
  db->avoid_unnecessary_blocking_io = false;  // files are deleted before Close returns
  db->paranoid_checks = true;
  db->fail_if_options_file_error = false;
  db->max_open_files = kMaxOpenFiles;
  db->skip_stats_update_on_db_open = true;
}

void Confine(rocksdb::ColumnFamilyOptions* family) {
  family->cf_paths.clear();
  family->disable_auto_compactions = true;
  // Newer versions would move files to other levels at open.
  family->level_compaction_dynamic_level_bytes = false;
  family->compaction_filter = nullptr;
  family->compaction_filter_factory = nullptr;
  family->force_consistency_checks = true;
  if (family->memtable_factory == nullptr) {
    family->memtable_factory = std::make_shared<rocksdb::SkipListFactory>();
  }
}

}  // namespace

Result<OpenOptions> LoadOpenOptions(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                                    const std::string& directory, rocksdb::Env* env) {
  OpenOptions open;
  FamilyOptions families;
  if (!source.options_name.empty()) {
    RESCALE_RETURN_IF_ERROR(LoadFile(fs, source.options_name, directory, &open.db, &families));
  }
  Confine(directory, env, &open.db);
  SetRecovery(&open.db);
  std::vector<std::string> names;
  RESCALE_RETURN_IF_ERROR(
      FromRocksDb(rocksdb::DB::ListColumnFamilies(open.db, directory, &names), directory));
  for (const std::string& name : names) {
    open.families.emplace_back(name, families[name]);
    Confine(&open.families.back().options);
  }
  return open;
}

}  // namespace rescale::engine
