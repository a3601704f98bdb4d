// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/cache.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "flink_state/rocksdb_state.h"
#include "rescale/key_group.h"
#include "rescale/source.h"
#include "rescale/status.h"

// RocksDB itself as the judge of a rescaled database. The judged directory and the sources are
// never opened for writing: a database that is written to is a copy made of hard links.
namespace flink_state {

struct OracleOptions {
  std::shared_ptr<rocksdb::Cache> cache;  // null: a new one, shared by all databases of the call
  uint64_t seed = 1;
  bool write = true;  // after reading: write, compact everything, reopen
};

struct Judgement {
  std::vector<std::string> faults;  // one text each, at most some twenty
  uint64_t entries = 0;             // that were asked for, over all column families
  uint64_t column_families = 0;

  bool ok() const { return faults.empty(); }
  std::string ToString() const;  // the faults, one a line; empty when there are none
};

// What a target must hold: every source read with RocksDB, cut to what it owns and to `target`.
rescale::Result<Model> ReadSources(const std::vector<rescale::StateHandle>& sources,
                                   const rescale::KeyGroupRange& target,
                                   const rescale::MaxParallelism& max_parallelism,
                                   std::shared_ptr<rocksdb::Cache> cache = nullptr);

// Opens a copy of `result_directory` with RocksDB and asks for exactly the entries of the sources:
// files, checksums, scans in both directions, point gets, seeks; then writes, deletes, merges,
// compacts every column family to its last level, reopens, and asks again.
Judgement CheckRescaled(const std::string& result_directory,
                        const std::vector<rescale::StateHandle>& sources,
                        const rescale::KeyGroupRange& target,
                        const rescale::MaxParallelism& max_parallelism,
                        const OracleOptions& options = {});

struct Target {
  std::string directory;
  rescale::KeyGroupRange groups;
};

// The same for several results of the same sources, all open at once on one small block cache and
// used in turns: identities that clash would give one database the blocks of another.
Judgement CheckTogether(const std::vector<Target>& targets,
                        const std::vector<rescale::StateHandle>& sources,
                        const rescale::MaxParallelism& max_parallelism,
                        const OracleOptions& options = {});

}  // namespace flink_state
