// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "manifest/version.h"
#include "rescale/file_system.h"

namespace rescale::manifest {

// Replays the MANIFEST at `path` in one pass, in memory bounded by the live files and one log
// record.
//
// A torn last record is dropped, as RocksDB does, and noted. Any other damage is Corruption with
// file and offset; an unknown tag that is not safe to ignore is NotSupported naming the tag and
// offset. An atomic group cut short at the end is dropped whole, as RocksDB does.
//
// Checked while replaying: required fields (NextFileNumber, LastSequence, LogNumber of each column
// family), deletions name live files at their level, no live number twice, edits name known column
// families, bounds are internal keys in order.
Result<Version> ReadManifest(FileSystem& fs, const std::string& path);

}  // namespace rescale::manifest
