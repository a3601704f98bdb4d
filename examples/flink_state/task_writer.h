// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "flink_state/database.h"
#include "flink_state/rocksdb_state.h"

namespace flink_state {

// Writes to a task's RocksDB and does the same to its model, if there is one. Keys outside `owned`
// go to RocksDB only. The first failure sticks, and later calls do nothing. One thread.
class TaskWriter {
 public:
  // `database` and `model` (null: none) outlive it.
  TaskWriter(Database* database, Model* model, rescale::KeyRange owned)
      : database_(database), model_(model), owned_(std::move(owned)) {}

  void Put(const std::string& family, const std::string& key, const std::string& value);
  void Delete(const std::string& family, const std::string& key);
  void SingleDelete(const std::string& family, const std::string& key);
  // Appends to a list: elements are separated by commas, as StringAppendTESTOperator does.
  void Merge(const std::string& family, const std::string& key, const std::string& element);
  // [begin, end)
  void DeleteRange(const std::string& family, const std::string& begin, const std::string& end);

  // Flushes every column family that is not empty.
  void Flush();
  // Full compaction to the last level.
  void CompactAll();
  // Until none has been running for a few milliseconds.
  void WaitForCompactions();

  void set_use_wal(bool use_wal) { write_options_.disableWAL = !use_wal; }
  const rocksdb::Status& status() const { return status_; }

 private:
  Entries* EntriesOf(const std::string& family, const std::string& key);
  rocksdb::ColumnFamilyHandle* Handle(const std::string& family);

  Database* database_;
  Model* model_;
  rescale::KeyRange owned_;
  rocksdb::WriteOptions write_options_;
  rocksdb::Status status_;
};

}  // namespace flink_state
