// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "manifest/file_meta_data.h"

// The order of files within a level. RocksDB `db/version_builder.cc`: NewestFirstByEpochNumber,
// NewestFirstBySeqNo, BySmallestKey.
namespace rescale::manifest {

// The order RocksDB gives L0, newest first: by epoch when every file has one, else by
// (largest_seqno, smallest_seqno, number), all descending.
void SortLevel0(std::vector<FileMetaData>* files);

// Sorts by smallest internal key, then number, as RocksDB orders L1 and below. In place, with 16
// bytes a file for the time being.
void SortBySmallestKey(std::vector<FileMetaData>* files);

// Both: L0, which is the first, and those below it.
void SortLevels(std::vector<std::vector<FileMetaData>>* levels);

}  // namespace rescale::manifest
