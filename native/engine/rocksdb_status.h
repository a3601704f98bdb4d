// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/status.h>

#include <string_view>

#include "rescale/status.h"

namespace rescale::engine {

// RocksDB's status as one of ours, about the database in `directory`. What RocksDB calls an invalid
// argument is a database it cannot open with its own options: NotSupported,
// but for one that hides a failure of the system.
Status FromRocksDb(const rocksdb::Status& status, std::string_view directory);

}  // namespace rescale::engine
