// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/options.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "flink_state/database.h"
#include "rescale/source.h"

namespace rescale::bench {

// The state of a job that is to be rescaled: what its databases are and how they are opened. Every
// strategy opens with the same options.
struct State {
  std::string kind;  // "bulk", "flink"
  uint64_t mib = 0;  // of a source task
  uint32_t parallelism = 4;
  MaxParallelism max_parallelism = *MaxParallelism::Create(128);
  std::vector<StateHandle> sources;   // those that exist, in the order of their key groups
  std::vector<std::string> families;  // of each source
  std::function<rocksdb::ColumnFamilyOptions(const std::string& family)> options_of;
  int max_open_files = -1;  // SSTs that a database keeps open; -1: all

  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors() const;
};

// As a user's job does: background jobs one a core. Missing column families, and
// the database, are made in write mode. Throws std::runtime_error.
std::unique_ptr<flink_state::Database> OpenDatabase(const State& state,
                                                    const std::string& directory,
                                                    flink_state::Database::Mode mode);

// Throws std::runtime_error with RocksDB's text when it is not OK.
void Check(const rocksdb::Status& status, const std::string& what);

}  // namespace rescale::bench
