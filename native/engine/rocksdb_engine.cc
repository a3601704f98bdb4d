// SPDX-License-Identifier: Apache-2.0
#include "engine/rocksdb_engine.h"

#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/version.h>

#include <vector>

#include "checkpoint/checkpoint_files.h"
#include "engine/open_options.h"
#include "engine/private_copy.h"
#include "engine/rocksdb_status.h"
#include "fs/fs_util.h"

namespace rescale::engine {
namespace {

// Opening replays the WALs and writes them out as SSTs on level 0, one column family after the
// other; the flush takes what little may be left in memory.
Status OpenAndFlush(const OpenOptions& options, const std::string& directory) {
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  RESCALE_RETURN_IF_ERROR(FromRocksDb(
      rocksdb::DB::Open(options.db, directory, options.families, &handles, &opened), directory));
  const std::unique_ptr<rocksdb::DB> db(opened);
  rocksdb::FlushOptions flush;
  flush.wait = true;
  flush.allow_write_stall = true;  // nobody writes
  rocksdb::Status status = db->Flush(flush, handles);
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    const rocksdb::Status destroyed = db->DestroyColumnFamilyHandle(handle);
    if (status.ok()) status = destroyed;
  }
  const rocksdb::Status closed = db->Close();
  return FromRocksDb(status.ok() ? closed : status, directory);
}

Status MakeFlushed(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                   const std::string& directory) {
  RESCALE_RETURN_IF_ERROR(FillPrivateCopy(fs, source, directory));
  RESCALE_ASSIGN_OR_RETURN(const OpenOptions options, LoadOpenOptions(fs, source, directory));
  RESCALE_RETURN_IF_ERROR(OpenAndFlush(options, directory));
  return TidyPrivateCopy(fs, source, directory);
}

}  // namespace

Status RocksDbEngine::FlushCopy(const std::string& source, const std::string& private_directory) {
  RESCALE_ASSIGN_OR_RETURN(const auto files, checkpoint::FindCheckpointFiles(fs_, source));
  RESCALE_RETURN_IF_ERROR(fs_.CreateDirectory(private_directory, 0700));
  Status status = MakeFlushed(fs_, files, private_directory);
  if (status.ok()) return status;
  if (const Status removed = RemoveTree(fs_, private_directory); !removed.ok()) {
    return std::move(status).Within("left behind in " + private_directory);
  }
  return status;
}

std::string RocksDbEngine::name() const {
  return "RocksDB " + rocksdb::GetRocksVersionAsString(/*with_patch=*/true);
}

}  // namespace rescale::engine

namespace rescale {

std::unique_ptr<Engine> MakeRocksDbEngine() {
  return std::make_unique<engine::RocksDbEngine>(PosixFileSystem());
}

}  // namespace rescale
