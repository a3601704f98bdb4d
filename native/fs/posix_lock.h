// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rescale/file_system.h"

namespace rescale {

// flock on the directory's own descriptor: no lock file is left behind, and the lock ends with the
// process however it dies. Each call has its own open file description, so two callers of one
// process exclude each other too.
Result<std::unique_ptr<DirectoryLock>> LockDirectoryPosix(const std::string& path);

// RocksDB locks the whole LOCK file with fcntl(F_SETLK, F_WRLCK) (`env/fs_posix.cc`). Such locks
// belong to a process and are dropped when it closes *any* descriptor of the file, so a LOCK that
// this process has open is never opened here: it counts as locked. Elsewhere the file is opened
// read-only and asked with F_GETLK. Only a thread of this process that opens the same database at
// this very moment could lose its lock.
Result<bool> IsLockedByProcessPosix(const std::string& lock_file);

}  // namespace rescale
