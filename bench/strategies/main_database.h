// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "flink_state/database.h"
#include "state/restore_task.h"

namespace rescale::bench {

// The source of which this task keeps most.
const StateHandle& LargestSource(const RestoreTask& task);

// `to` becomes a database of its own with the SSTs of `from` linked and all else copied.
void LinkDatabase(const std::string& from, const std::string& to);

// Opens `out` for writing: as the linked largest source, with a range tombstone over each range
// outside, when at least `least_share` of that source's key groups are kept; else as a new, empty
// database. The parts of all other sources are handed to `copy`, one after the other: an iterator
// over one column family, with everything merged and nothing outside.
using CopyPart = std::function<void(rocksdb::Iterator* it, rocksdb::ColumnFamilyHandle* to,
                                    flink_state::Database* database)>;
std::unique_ptr<flink_state::Database> OpenMainAndCopy(const RestoreTask& task,
                                                       const std::string& out, double least_share,
                                                       const CopyPart& copy);

// By write batches of 500 entries or 2 MiB, without WAL: Flink's RocksDBWriteBatchWrapper.
void CopyByWriteBatch(rocksdb::Iterator* it, rocksdb::ColumnFamilyHandle* to,
                      flink_state::Database* database);

}  // namespace rescale::bench
