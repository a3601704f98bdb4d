// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/db.h>

#include <string>
#include <vector>

#include "checkpoint/checkpoint_files.h"
#include "rescale/file_system.h"

namespace rescale::engine {

struct OpenOptions {
  rocksdb::DBOptions db;
  std::vector<rocksdb::ColumnFamilyDescriptor> families;  // all that the MANIFEST has
};

// How to open the private copy in `directory`, so that it is flushed in the writer's way (options
// of its OPTIONS file, RocksDB's defaults where it has none) and nothing else happens. NotSupported
// naming a comparator or merge operator that RocksDB cannot make. `env` outlives the database.
Result<OpenOptions> LoadOpenOptions(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                                    const std::string& directory, rocksdb::Env* env);

}  // namespace rescale::engine
