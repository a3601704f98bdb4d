// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/options.h>
#include <rocksdb/table.h>

#include <string>
#include <vector>

#include "rescale/types.h"
#include "sst/table_reader.h"
#include "support/temp_dir.h"

// SSTs made by the RocksDB this is linked with, together with what is in them.
namespace rescale::test {

struct Entry {
  std::string internal_key;
  std::string value;
  bool operator==(const Entry&) const = default;
};

struct RealTable {
  std::string path;
  std::vector<Entry> entries;  // points, in internal key order
  std::vector<sst::RangeTombstone> tombstones;
};

struct Workload {
  int operations = 300;
  bool deletes = true;
  bool merges = true;
  bool range_deletes = true;
  size_t value_bytes = 40;
  uint32_t seed = 1;
};

// Options of a database whose flushed SST keeps every version it was given.
rocksdb::Options PlainOptions(const rocksdb::BlockBasedTableOptions& table);

// Writes the workload into a new database at `directory` and flushes it into one SST, which keeps
// every operation as an entry.
RealTable MakeTable(const std::string& directory, const rocksdb::Options& options,
                    const Workload& workload = {});

}  // namespace rescale::test
