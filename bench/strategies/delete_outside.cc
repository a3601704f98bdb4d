// SPDX-License-Identifier: Apache-2.0
#include "strategies/delete_outside.h"

#include <rocksdb/convenience.h>
#include <rocksdb/table_properties.h>

#include <vector>

namespace rescale::bench {
namespace {

using flink_state::Database;

// After every key that has a key group.
std::string AfterAll(const RestoreTask& task) {
  return std::string(task.state->max_parallelism.prefix_bytes() + 1, '\xff');
}

std::vector<std::pair<std::string, std::string>> Outside(const RestoreTask& task) {
  return {{std::string(), task.keys.begin}, {*task.keys.end, AfterAll(task)}};
}

uint64_t BytesOutside(const RestoreTask& task, Database* database,
                      rocksdb::ColumnFamilyHandle* family) {
  rocksdb::SizeApproximationOptions options;
  options.include_memtables = false;
  options.include_files = true;
  uint64_t all = 0;
  for (const auto& [begin, end] : Outside(task)) {
    const rocksdb::Range range(begin, end);
    uint64_t bytes = 0;
    Check(database->db().GetApproximateSizes(options, family, &range, 1, &bytes),
          family->GetName());
    all += bytes;
  }
  return all;
}

uint64_t RangeTombstones(Database* database, rocksdb::ColumnFamilyHandle* family) {
  rocksdb::TablePropertiesCollection tables;
  Check(database->db().GetPropertiesOfAllTables(family, &tables), family->GetName());
  uint64_t count = 0;
  for (const auto& [file, properties] : tables) count += properties->num_range_deletions;
  return count;
}

}  // namespace

uint64_t CountDeadBytes(const RestoreTask& task, Database* database) {
  uint64_t bytes = 0;
  for (const auto& [name, family] : database->families()) {
    bytes += BytesOutside(task, database, family);
  }
  return bytes;
}

Leftovers CountLeftovers(const RestoreTask& task, Database* database) {
  Leftovers leftovers;
  for (const auto& [name, family] : database->families()) {
    Check(database->db().Flush({}, family), name);
    leftovers.range_tombstones += RangeTombstones(database, family);
  }
  leftovers.dead_bytes = CountDeadBytes(task, database);
  return leftovers;
}

void CompactOutside(const RestoreTask& task, Database* database) {
  rocksdb::CompactRangeOptions compact;
  compact.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  for (const auto& [name, family] : database->families()) {
    Check(database->db().Flush({}, family), name);
    for (const auto& [begin, end] : Outside(task)) {
      const rocksdb::Slice from(begin), to(end);
      Check(rocksdb::DeleteFilesInRange(&database->db(), family, &from, &to, false), name);
      Check(database->db().CompactRange(compact, family, &from, &to), name);
    }
  }
}

}  // namespace rescale::bench
