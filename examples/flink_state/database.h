// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/cache.h>
#include <rocksdb/db.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rescale/status.h"

namespace flink_state {

// A RocksDB with all its column families open; closed when destroyed. Safe as rocksdb::DB is.
class Database {
 public:
  enum class Mode { kReadOnly, kReadWrite };

  // With options known beforehand.
  static rescale::Result<std::unique_ptr<Database>> Open(
      const std::string& directory, Mode mode, const rocksdb::DBOptions& options,
      const std::vector<rocksdb::ColumnFamilyDescriptor>& families);

  // An existing one, with the options of its OPTIONS file, every paranoid check, and automatic
  // compactions off. Corruption when OPTIONS and MANIFEST name different column families. `cache`
  // is the block cache of all its tables.
  static rescale::Result<std::unique_ptr<Database>> OpenExisting(
      const std::string& directory, Mode mode, std::shared_ptr<rocksdb::Cache> cache);

  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  rocksdb::DB& db() { return *db_; }
  // Null when there is none of that name.
  rocksdb::ColumnFamilyHandle* Find(const std::string& column_family) const;
  const std::map<std::string, rocksdb::ColumnFamilyHandle*>& families() const { return families_; }
  std::vector<rocksdb::ColumnFamilyHandle*> handles() const;

  // Nothing may be called afterwards.
  rescale::Status Close();

 private:
  Database() = default;

  std::string directory_;
  std::unique_ptr<rocksdb::DB> db_;
  std::map<std::string, rocksdb::ColumnFamilyHandle*> families_;
};

}  // namespace flink_state
