// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "flink_state/database.h"
#include "flink_state/rocksdb_state.h"
#include "rescale/key_group.h"

namespace flink_state {

// Texts of what was found wrong; keeps the first ones.
class Faults {
 public:
  void Add(const std::string& where, const std::string& what);
  void Add(const std::string& where, const rescale::Status& status);
  bool full() const { return texts_.size() >= kMost; }
  bool empty() const { return texts_.empty(); }
  std::vector<std::string> Take() { return std::move(texts_); }

 private:
  static constexpr size_t kMost = 20;
  std::vector<std::string> texts_;
};

// One database under judgement: a copy of it, opened for writing, and what it must hold. Every step
// adds what it finds wrong to `faults`, which outlives it. One thread.
class DatabaseCheck {
 public:
  // Copies `directory` to `work_directory` (new) on the first Open.
  DatabaseCheck(std::string directory, std::string work_directory, Model expected,
                rescale::KeyRange keys, std::shared_ptr<rocksdb::Cache> cache, Faults* faults);

  // False when it cannot be opened; then no other step may be called.
  bool Open();
  void Close();

  void CheckFiles();  // as many SSTs as RocksDB knows, none lost, none forgotten; all checksums
  void CheckScans();  // forward and backward
  void CheckGets();   // every key, by Get and some by MultiGet, through the filters
  void CheckSeeks(uint64_t seed);
  // Adds keys, overwrites every third, deletes every seventh, appends to lists; then flushes.
  void Write();
  // To the last level; then nothing but the visible entries may be left in the files.
  void Compact();

 private:
  bool SameColumnFamilies();
  std::string Where(const std::string& family, const std::string& step) const;
  void CheckScan(const std::string& family, const Entries& entries);
  void CheckReverseScan(const std::string& family, const Entries& entries);
  void WriteFamily(const std::string& family, Entries* entries);
  void CheckNothingLeft(const std::string& family, const Entries& entries);

  std::string directory_;
  std::string work_directory_;
  Model expected_;
  rescale::KeyRange keys_;
  std::shared_ptr<rocksdb::Cache> cache_;
  Faults* faults_;
  std::unique_ptr<Database> database_;
};

}  // namespace flink_state
