// SPDX-License-Identifier: Apache-2.0
#include "flink_state/task_writer.h"

#include <chrono>
#include <thread>

namespace flink_state {

rocksdb::ColumnFamilyHandle* TaskWriter::Handle(const std::string& family) {
  rocksdb::ColumnFamilyHandle* handle = database_->Find(family);
  if (handle == nullptr && status_.ok()) {
    status_ = rocksdb::Status::InvalidArgument("no column family", family);
  }
  return status_.ok() ? handle : nullptr;
}

Entries* TaskWriter::EntriesOf(const std::string& family, const std::string& key) {
  return model_ != nullptr && owned_.Contains(key) ? &(*model_)[family] : nullptr;
}

void TaskWriter::Put(const std::string& family, const std::string& key, const std::string& value) {
  rocksdb::ColumnFamilyHandle* handle = Handle(family);
  if (handle == nullptr) return;
  status_ = database_->db().Put(write_options_, handle, key, value);
  if (Entries* entries = EntriesOf(family, key)) (*entries)[key] = value;
}

void TaskWriter::Delete(const std::string& family, const std::string& key) {
  rocksdb::ColumnFamilyHandle* handle = Handle(family);
  if (handle == nullptr) return;
  status_ = database_->db().Delete(write_options_, handle, key);
  if (Entries* entries = EntriesOf(family, key)) entries->erase(key);
}

void TaskWriter::SingleDelete(const std::string& family, const std::string& key) {
  rocksdb::ColumnFamilyHandle* handle = Handle(family);
  if (handle == nullptr) return;
  status_ = database_->db().SingleDelete(write_options_, handle, key);
  if (Entries* entries = EntriesOf(family, key)) entries->erase(key);
}

void TaskWriter::Merge(const std::string& family, const std::string& key,
                       const std::string& element) {
  rocksdb::ColumnFamilyHandle* handle = Handle(family);
  if (handle == nullptr) return;
  status_ = database_->db().Merge(write_options_, handle, key, element);
  Entries* entries = EntriesOf(family, key);
  if (entries == nullptr) return;
  const auto [it, added] = entries->try_emplace(key, element);
  if (!added) it->second += "," + element;
}

void TaskWriter::DeleteRange(const std::string& family, const std::string& begin,
                             const std::string& end) {
  rocksdb::ColumnFamilyHandle* handle = Handle(family);
  if (handle == nullptr || begin >= end) return;
  status_ = database_->db().DeleteRange(write_options_, handle, begin, end);
  if (model_ == nullptr) return;
  Entries& entries = (*model_)[family];
  entries.erase(entries.lower_bound(begin), entries.lower_bound(end));
}

void TaskWriter::Flush() {
  if (!status_.ok()) return;
  status_ = database_->db().Flush(rocksdb::FlushOptions(), database_->handles());
}

void TaskWriter::CompactAll() {
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  for (rocksdb::ColumnFamilyHandle* handle : database_->handles()) {
    if (!status_.ok()) return;
    status_ = database_->db().CompactRange(options, handle, nullptr, nullptr);
  }
}

void TaskWriter::WaitForCompactions() {
  // "rocksdb.compaction-pending" is no help: it may stay when there is nothing RocksDB can pick.
  const auto busy = [this] {
    for (const char* property :
         {"rocksdb.num-running-compactions", "rocksdb.num-running-flushes"}) {
      uint64_t value = 0;
      if (database_->db().GetIntProperty(property, &value) && value != 0) return true;
    }
    return false;
  };
  int quiet = 0;
  while (status_.ok() && quiet < 3) {
    quiet = busy() ? 0 : quiet + 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace flink_state
