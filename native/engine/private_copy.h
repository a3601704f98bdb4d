// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "checkpoint/checkpoint_files.h"
#include "rescale/file_system.h"
#include "rescale/progress.h"

namespace rescale::engine {

// Fills the empty `directory` with the database of `source`, so that RocksDB may write there: SSTs
// and blob files by hard link (never opened for writing by RocksDB), CURRENT, MANIFEST, OPTIONS and
// WALs as copies. What else lies in the source is left out.
// Asks `cancel` (null: never) before each file.
Status FillPrivateCopy(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                       const std::string& directory, const CancelToken* cancel);

// After RocksDB closed the copy: takes away its LOG, LOCK and empty WALs, and puts the source's
// OPTIONS file in the place of those RocksDB wrote, which would carry the options it was opened
// with. NotSupported when a WAL is left that is not empty.
Status TidyPrivateCopy(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                       const std::string& directory);

}  // namespace rescale::engine
