// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "manifest/version.h"
#include "rescale/status.h"

namespace rescale::manifest {

// Which readers a Version must satisfy.
struct ConsistencyOptions {
  // Also the L0 rule of RocksDB before 7.10: no nested and no identical sequence ranges.
  bool seqno_ordered_l0 = true;
};

// Whether any SST has an epoch number: then RocksDB 7.10 or later was at work, which orders L0 by
// epochs and whose L0 need not satisfy the older rule.
bool HasEpochs(const Version& version);

// The level checks that RocksDB makes at open (`db/version_builder.cc`, CheckConsistencyDetails),
// those it makes and forgets (9.6 and later), and those it does not make: L>=1 sorted and disjoint
// as internal keys; L0 strictly ordered by epoch and by seqnos; file numbers unique in the database
// and below next_file_number; seqno bounds in order and at most last_sequence; bounds well-formed
// and in order, blob files that SSTs name exist and are not all garbage; column family ids and
// names unique, id 0 is "default". Corruption naming the column family, level and both files.
Status CheckConsistency(const Version& version, const ConsistencyOptions& options = {});

}  // namespace rescale::manifest
