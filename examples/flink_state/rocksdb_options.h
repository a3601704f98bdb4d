// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/options.h>

#include <string>

#include "flink_state/state_options.h"
#include "rescale/status.h"

namespace flink_state {

// RocksDB's options of one task for the shape that was asked for.
rocksdb::DBOptions MakeDbOptions();
// InternalError when this RocksDB has no "stringappendtest" merge operator (Flink's list state).
rescale::Result<rocksdb::ColumnFamilyOptions> MakeColumnFamilyOptions(const StateOptions& state,
                                                                      const std::string& name);

// A RocksDB status as one of ours, about `path`.
rescale::Status FromRocksDb(const rocksdb::Status& status, const std::string& path);

}  // namespace flink_state
