// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/options.h>
#include <rocksdb/table.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "manifest/version.h"
#include "support/rocksdb/require_ok.h"
#include "support/temp_dir.h"

// Databases made by the RocksDB this is linked with, to be cut.
namespace rescale::test {

// One way to write SSTs.
struct TableCase {
  std::string name;
  rocksdb::BlockBasedTableOptions table;
  rocksdb::CompressionType compression = rocksdb::kNoCompression;
  uint32_t dictionary_bytes = 0;
  size_t prefix_bytes = 0;  // of a prefix extractor; 0: none
};

// Index kinds, filters, compressions, checksums, format versions, block sizes: each value of each
// option at least once, the ones that meet in the clip together.
std::vector<TableCase> TableCases();
rocksdb::Options OptionsOf(const TableCase& table_case);

struct Workload {
  int operations = 600;
  int keys_per_group = 12;  // in 16 groups
  size_t value_bytes = 60;
  bool merges = true;
  bool range_deletes = true;
  int flush_every = 0;        // operations; 0: one flush at the end
  bool compact = false;       // to the last level, in small files
  bool keep_versions = true;  // a snapshot after each operation: nothing is dropped
  uint32_t seed = 1;
};

// A closed database and what its MANIFEST says.
struct RocksSource {
  TempDir directory;
  rocksdb::Options options;
  manifest::Version version;

  std::string PathOf(const manifest::FileMetaData& file) const;
  std::vector<const manifest::FileMetaData*> files() const;  // of the default column family
};

std::unique_ptr<RocksSource> MakeSource(const TableCase& table_case, const Workload& workload);
// The same, filled by `fill`, which flushes.
std::unique_ptr<RocksSource> MakeSource(const TableCase& table_case,
                                        const std::function<void(rocksdb::DB*)>& fill);

}  // namespace rescale::test
