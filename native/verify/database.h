// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "checkpoint/checkpoint_files.h"
#include "manifest/version.h"
#include "rescale/file_system.h"
#include "rescale/verify.h"

namespace rescale::verify {

// A database directory as it is found: names, and what its MANIFEST adds up to.
struct Database {
  std::string directory;
  checkpoint::CheckpointFiles files;
  manifest::Version version;

  std::string PathOf(const manifest::FileMetaData& file) const;
};

// Reads the MANIFEST that CURRENT names or, when it is not empty, `manifest_name`. Errors as
// FindCheckpointFiles and ReadManifest.
Result<Database> ReadDatabase(FileSystem& fs, const std::string& directory,
                              const std::string& manifest_name = "");

// What is checked without opening an SST: level order for readers of every version, counters and
// numbers; every SST and blob file there, with its size; OPTIONS naming the same column families;
// IDENTITY the MANIFEST's id. Fills the counts of `report` and adds notes on what is odd but
// harmless: files that no MANIFEST edit names, a torn MANIFEST tail, no OPTIONS, a live WAL. A WAL
// is not read, but one that the MANIFEST says was synced must be there.
Status CheckDatabase(FileSystem& fs, const Database& database, VerifyReport* report);

}  // namespace rescale::verify
