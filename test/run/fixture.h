// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "flink_state/directory.h"
#include "flink_state/rocksdb_oracle.h"
#include "flink_state/rocksdb_state.h"
#include "rescale/rescale.h"
#include "support/temp_dir.h"

namespace rescale::test {

// A job's checkpoints in a directory of their own, and the means to see that they never change.
class Job {
 public:
  explicit Job(flink_state::StateOptions options);

  const std::vector<StateHandle>& handles() const { return handles_; }
  const MaxParallelism& max() const { return options_.max_parallelism; }
  std::string out(const std::string& name = "out") const { return dir_ / name; }
  const TempDir& dir() const { return dir_; }

  // To `parallelism`, into out().
  RunOptions To(uint32_t parallelism) const;
  // Whether every byte, name and time of every source is as it was made.
  bool Untouched() const;
  // What RocksDB finds wrong with out()/index after a run to `parallelism`; "" when nothing.
  std::string Judge(uint32_t parallelism, uint32_t index, bool write = true) const;
  // The entries RocksDB reads from a directory.
  static flink_state::Model Read(const std::string& directory, const MaxParallelism& max);

 private:
  TempDir dir_;
  flink_state::StateOptions options_;
  std::vector<StateHandle> handles_;
  std::vector<uint64_t> hashes_;
};

// Two tasks with a few hundred keys: quick enough to run hundreds of times.
flink_state::StateOptions SmallState();

// Names in a directory; empty when there is none.
std::vector<std::string> NamesIn(const std::string& directory);

}  // namespace rescale::test
