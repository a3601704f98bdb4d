// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rescale/engine.h"
#include "rescale/export.h"

namespace rescale {

// The engine of the RocksDB (7.8 or newer) that this library was built with. Built only where there
// is one; whoever calls this links librocksdb.
//
// Its FlushCopy hard-links the SSTs and blob files of the source into the private directory (copies
// them where links fail), copies CURRENT, MANIFEST, OPTIONS and the WALs, opens that database with
// the options of its OPTIONS file, and flushes. Nothing else happens there: no compaction, no other
// path of OPTIONS is used. Afterwards the directory is closed, holds no WAL with anything in it,
// and has the source's OPTIONS file.
//   NotSupported   a comparator or merge operator that RocksDB cannot make by its name, prepared
//                  transactions in the WAL, or options that RocksDB refuses
//   Corruption     a damaged WAL, MANIFEST or SST; a last record cut short is no damage
//   AlreadyExists  the private directory is there; it is left alone
//   IoError        no child process or thread can be had, or a file fails
//   Internal       RocksDB crashed, which damaged files may bring about
// After any other failure the private directory is gone.
//
// RocksDB runs in a child process, forked from the calling thread, so that its crash is a failure
// of this call and nothing more. The child is gone when the call returns, and dies with the calling
// thread; it keeps no other open file than the standard streams, and runs no handler of the
// caller's. Its words, such as those of an assertion, go to stderr. Not for a process that must not
// be forked, or that has a RocksDB open in another thread meanwhile, whose locks the child would
// find held. A cancellation ends the child within two seconds.
RESCALE_EXPORT std::unique_ptr<Engine> MakeRocksDbEngine();

}  // namespace rescale
