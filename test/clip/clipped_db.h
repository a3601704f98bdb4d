// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "clip/rocks_source.h"
#include "rescale/key_group.h"
#include "support/temp_dir.h"

namespace rescale::test {

using Model = std::map<std::string, std::string>;

// Cuts every SST of the source to each of the ranges, and makes a database of all the pieces: their
// levels as in the source, bounds and identities as the cut gave them.
void MakeClippedDb(const RocksSource& source, const std::vector<KeyRange>& ranges,
                   const std::string& directory);

// What a scan of the source shows, all of it.
Model ScanSource(const RocksSource& source);
Model Restrict(const Model& model, const std::vector<KeyRange>& ranges);

// Opens the database with paranoid checks and filters on and compares it with the model: Get of
// every key of `universe` and its neighbours, scans both ways, seeks, checksums; the same after a
// full compaction, after new writes, and after a reopen.
void CheckDb(const std::string& directory, const rocksdb::Options& options, const Model& expected,
             const Model& universe);

}  // namespace rescale::test
