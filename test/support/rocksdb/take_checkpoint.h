// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/utilities/checkpoint.h>

#include <cstdint>
#include <memory>
#include <string>

#include "support/rocksdb/require_ok.h"

namespace rescale::test {

// A checkpoint of an open database in a directory that is not there yet. The memtables are flushed
// first when the WAL has at least `log_bytes_for_flush` bytes: 0 is always, UINT64_MAX never.
inline void TakeCheckpoint(rocksdb::DB* db, const std::string& directory,
                           uint64_t log_bytes_for_flush) {
  rocksdb::Checkpoint* made = nullptr;
  RequireOk(rocksdb::Checkpoint::Create(db, &made));
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
  RequireOk(checkpoint->CreateCheckpoint(directory, log_bytes_for_flush));
}

}  // namespace rescale::test
