// SPDX-License-Identifier: Apache-2.0
#include "state/state.h"

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace rescale::bench {

std::vector<rocksdb::ColumnFamilyDescriptor> State::descriptors() const {
  std::vector<rocksdb::ColumnFamilyDescriptor> all;
  for (const std::string& family : families) all.emplace_back(family, options_of(family));
  return all;
}

std::unique_ptr<flink_state::Database> OpenDatabase(const State& state,
                                                    const std::string& directory,
                                                    flink_state::Database::Mode mode) {
  rocksdb::DBOptions options;
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.max_background_jobs = static_cast<int>(std::max(2U, std::thread::hardware_concurrency()));
  options.max_open_files = state.max_open_files;
  options.info_log_level = rocksdb::WARN_LEVEL;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  auto database = flink_state::Database::Open(directory, mode, options, state.descriptors());
  if (!database.ok()) throw std::runtime_error(database.status().ToString());
  return std::move(*database);
}

void Check(const rocksdb::Status& status, const std::string& what) {
  if (!status.ok()) throw std::runtime_error(what + ": RocksDB: " + status.ToString());
}

}  // namespace rescale::bench
