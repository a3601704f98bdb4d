// SPDX-License-Identifier: Apache-2.0
#include "flink_state/database.h"

#include <rocksdb/convenience.h>
#include <rocksdb/utilities/options_util.h>

#include <algorithm>

#include "flink_state/rocksdb_options.h"

namespace flink_state {
namespace {

using rescale::Status;
using rocksdb::ColumnFamilyDescriptor;

std::vector<std::string> Names(const std::vector<ColumnFamilyDescriptor>& families) {
  std::vector<std::string> names;
  for (const ColumnFamilyDescriptor& family : families) names.push_back(family.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::string Join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

rescale::Result<std::vector<ColumnFamilyDescriptor>> LoadOptions(
    const std::string& directory, std::shared_ptr<rocksdb::Cache> cache,
    rocksdb::DBOptions* options) {
  std::vector<ColumnFamilyDescriptor> families;
  rocksdb::ConfigOptions config;
  config.ignore_unsupported_options = false;
  RESCALE_RETURN_IF_ERROR(FromRocksDb(
      rocksdb::LoadLatestOptions(config, directory, options, &families, &cache), directory));
  std::vector<std::string> in_manifest;
  RESCALE_RETURN_IF_ERROR(
      FromRocksDb(rocksdb::DB::ListColumnFamilies(*options, directory, &in_manifest), directory));
  std::sort(in_manifest.begin(), in_manifest.end());
  if (in_manifest != Names(families)) {
    return Status::Corruption("OPTIONS has the column families " + Join(Names(families)) +
                              "; the MANIFEST has " + Join(in_manifest))
        .At(directory);
  }
  return families;
}

}  // namespace

rescale::Result<std::unique_ptr<Database>> Database::Open(
    const std::string& directory, Mode mode, const rocksdb::DBOptions& options,
    const std::vector<ColumnFamilyDescriptor>& families) {
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* db = nullptr;
  const rocksdb::Status opened =
      mode == Mode::kReadOnly
          ? rocksdb::DB::OpenForReadOnly(options, directory, families, &handles, &db)
          : rocksdb::DB::Open(options, directory, families, &handles, &db);
  RESCALE_RETURN_IF_ERROR(FromRocksDb(opened, directory));
  std::unique_ptr<Database> database(new Database);
  database->directory_ = directory;
  database->db_.reset(db);
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    database->families_[handle->GetName()] = handle;
  }
  return database;
}

rescale::Result<std::unique_ptr<Database>> Database::OpenExisting(
    const std::string& directory, Mode mode, std::shared_ptr<rocksdb::Cache> cache) {
  rocksdb::DBOptions options;
  RESCALE_ASSIGN_OR_RETURN(auto families, LoadOptions(directory, std::move(cache), &options));
  options.create_if_missing = false;
  options.create_missing_column_families = false;
  options.paranoid_checks = true;
  options.verify_sst_unique_id_in_manifest = true;
  options.max_open_files = -1;
  for (ColumnFamilyDescriptor& family : families) {
    family.options.force_consistency_checks = true;
    family.options.paranoid_file_checks = true;
    family.options.disable_auto_compactions = true;
  }
  return Open(directory, mode, options, families);
}

Database::~Database() {
  const Status ignored = Close();
  static_cast<void>(ignored);
}

rocksdb::ColumnFamilyHandle* Database::Find(const std::string& column_family) const {
  const auto it = families_.find(column_family);
  return it == families_.end() ? nullptr : it->second;
}

std::vector<rocksdb::ColumnFamilyHandle*> Database::handles() const {
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  for (const auto& [name, handle] : families_) handles.push_back(handle);
  return handles;
}

rescale::Status Database::Close() {
  if (db_ == nullptr) return Status::Ok();
  rocksdb::Status status;
  for (const auto& [name, handle] : families_) {
    const rocksdb::Status destroyed = db_->DestroyColumnFamilyHandle(handle);
    if (status.ok()) status = destroyed;
  }
  families_.clear();
  const rocksdb::Status closed = db_->Close();
  if (status.ok()) status = closed;
  db_.reset();
  return FromRocksDb(status, directory_);
}

}  // namespace flink_state
