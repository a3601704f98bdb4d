// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.h"

// What cannot be planned although it is sound, and what is not sound. Messages name the source, the
// column family, the property, and what to do.
namespace rescale::plan {

// Corruption when the levels of the source are not ones its own RocksDB would accept; NotSupported
// when a column family has user-defined timestamps or is not in bytewise order. Notes what was
// tolerated in `warnings`.
Status CheckSource(const Source& source, std::vector<std::string>* warnings);

// "old/0/000117.sst"
std::string TablePath(const Source& source, FileNumber number);
// "old/0/000117.blob"
std::string BlobPath(const Source& source, FileNumber number);

}  // namespace rescale::plan
