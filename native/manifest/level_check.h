// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manifest/consistency.h"
#include "manifest/version.h"
#include "rescale/status.h"

// The parts of CheckConsistency() that compare the files of one column family.
namespace rescale::manifest {

// L0 in the order of SortLevel0(), files of one epoch without overlap; with `seqno_ordered_l0` also
// the rule of RocksDB before 7.10, and the same order by epoch and by seqnos where files overlap.
Status CheckLevel0(const std::vector<FileMetaData>& files, const ConsistencyOptions& options);

// L1 and below: sorted by smallest key and disjoint as internal keys.
Status CheckSortedLevel(size_t level, const std::vector<FileMetaData>& files);

// "SST 12 [a #5 .. c #9]", with user keys and sequence numbers.
std::string DescribeBounds(const FileMetaData& file);

}  // namespace rescale::manifest
