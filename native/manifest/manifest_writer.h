// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "manifest/version.h"
#include "rescale/file_system.h"

namespace rescale::manifest {

// Writes `version` as a MANIFEST (one DbId record, column families, files, counters last; no atomic
// groups) that RocksDB 6.20 and later open, and syncs it. Files are written in the order of
// Version::levels, some thousand a record; WALs and notes are not written. `path` must not exist.
// On failure what was written is removed.
Status WriteManifest(FileSystem& fs, const std::string& path, const Version& version);

// Writes `directory`/CURRENT naming MANIFEST-<number>, through a temporary file, synced and
// renamed; then syncs the directory. AlreadyExists when there is a CURRENT.
Status WriteCurrent(FileSystem& fs, const std::string& directory, FileNumber manifest_number);

}  // namespace rescale::manifest
