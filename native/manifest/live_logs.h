// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "checkpoint/checkpoint_files.h"
#include "checkpoint/options_file.h"
#include "manifest/version.h"
#include "rescale/file_system.h"

// Which write-ahead logs of a database hold what is in no SST, told by its MANIFEST and by names
// and sizes. No log is read: that is RocksDB's business.
namespace rescale::manifest {

// WALs below it hold nothing that is not in an SST: the least log number of any column family and
// the database's own bound.
FileNumber LeastLiveLog(const Version& version);

// Bytes in WALs that hold what the MANIFEST does not say is flushed.
uint64_t LiveLogBytes(const checkpoint::CheckpointFiles& files, const Version& version);

// Corruption when a live WAL that the MANIFEST says was synced is missing or shorter (RocksDB
// `db/wal_edit.cc`, WalSet::CheckWals): what is missing of it would be lost without a word.
Status CheckTrackedLogs(const checkpoint::CheckpointFiles& files, const Version& version);

// NotSupported when the database kept its WAL in another directory (DBOptions wal_dir) and live
// logs are there, or may be where we cannot see them: its directory alone is not the whole state.
//
// What is right must not be refused. RocksDB's Checkpoint (`utilities/checkpoint/
// checkpoint_impl.cc`) copies the live WALs into the checkpoint itself and the OPTIONS file as it
// is, whose wal_dir then names the origin's; it makes no LOCK. And RocksDB up to 6.19 wrote the
// database's own directory as its wal_dir, which a copy of the directory then names as well. So
// nothing is asked of a directory that has live logs of its own or was never opened in its place,
// nor when wal_dir is itself a database's directory.
Status CheckLogsAreHere(FileSystem& fs, const checkpoint::CheckpointFiles& files,
                        const Version& version, const checkpoint::OptionsFile& options);

}  // namespace rescale::manifest
