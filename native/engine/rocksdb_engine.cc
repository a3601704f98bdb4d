// SPDX-License-Identifier: Apache-2.0
#include "engine/rocksdb_engine.h"

#include <fmt/format.h>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/version.h>
#include <rocksdb/wal_filter.h>

#include <chrono>
#include <vector>

#include "base/cancel.h"
#include "checkpoint/checkpoint_files.h"
#include "engine/child_process.h"
#include "engine/open_options.h"
#include "engine/private_copy.h"
#include "engine/rocksdb_status.h"
#include "engine/thread_env.h"
#include "fs/fs_util.h"

namespace rescale::engine {
namespace {

// What a cancelled flush may take to end well. It works on a copy that is thrown away then.
constexpr std::chrono::milliseconds kGrace{2000};

// RocksDB cannot be interrupted while it opens a database, but it asks a filter about each record
// of a WAL: after a cancellation it is told to read no further. What it then opens is thrown away.
class StopReplay final : public rocksdb::WalFilter {
 public:
  explicit StopReplay(const CancelToken* cancel) : cancel_(cancel) {}

  WalProcessingOption LogRecordFound(unsigned long long, const std::string&,
                                     const rocksdb::WriteBatch&, rocksdb::WriteBatch*,
                                     bool*) override {
    return CheckCancelled(cancel_).ok() ? WalProcessingOption::kContinueProcessing
                                        : WalProcessingOption::kStopReplay;
  }
  const char* Name() const override { return "rescale.StopReplay"; }

 private:
  const CancelToken* cancel_;
};

// Flushes one column family after the other, so that a cancellation waits for one at most.
Status FlushAll(rocksdb::DB* db, const std::vector<rocksdb::ColumnFamilyHandle*>& handles,
                const std::string& directory, const CancelToken* cancel) {
  rocksdb::FlushOptions flush;
  flush.wait = true;
  flush.allow_write_stall = true;  // nobody writes
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    RESCALE_RETURN_IF_ERROR(CheckCancelled(cancel));
    RESCALE_RETURN_IF_ERROR(FromRocksDb(db->Flush(flush, handle), directory));
  }
  return CheckCancelled(cancel);
}

// Opening replays the WALs and writes them out as SSTs on level 0, one column family after the
// other; the flush takes what little may be left in memory.
// Failures are told of `source`: the copy is gone by then.
Status OpenAndFlush(OpenOptions options, const std::string& directory, const std::string& source,
                    const CancelToken* cancel) {
  StopReplay filter(cancel);
  options.db.wal_filter = &filter;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* opened = nullptr;
  RESCALE_RETURN_IF_ERROR(
      FromRocksDb(rocksdb::DB::Open(options.db, directory, options.families, &handles, &opened),
                  source)
          .Within("replay of the write-ahead log"));
  const std::unique_ptr<rocksdb::DB> db(opened);
  Status status = FlushAll(db.get(), handles, source, cancel);
  for (rocksdb::ColumnFamilyHandle* handle : handles) {
    const Status destroyed = FromRocksDb(db->DestroyColumnFamilyHandle(handle), source);
    if (status.ok()) status = destroyed;
  }
  const Status closed = FromRocksDb(db->Close(), source);
  return status.ok() ? closed : status;
}

// Everything that is RocksDB's.
Status FlushInPlace(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                    const std::string& directory, const CancelToken* cancel) {
  ThreadEnv env;
  RESCALE_ASSIGN_OR_RETURN(OpenOptions options, LoadOpenOptions(fs, source, directory, &env));
  return OpenAndFlush(std::move(options), directory, source.directory, cancel);
}

// RocksDB's own code is not made for damaged files: it may crash, and a build with assertions does.
Status FlushInChild(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                    const std::string& directory, const CancelToken* cancel) {
  const ChildWork work = [&](const CancelToken* child_cancel) {
    return FlushInPlace(fs, source, directory, child_cancel);
  };
  RESCALE_ASSIGN_OR_RETURN(const ChildEnd end, RunInChild(work, cancel, kGrace));
  if (end.status && end.status->code() == StatusCode::kCancelled) return *end.status;
  if (end.status) return Status(*end.status).At(source.directory);
  return Status::Internal(
             fmt::format("RocksDB ended with {} while it flushed the write-ahead log of this "
                         "directory in a private copy, and nothing was published. Files that are "
                         "damaged can do that, and so can want of memory or threads; 'rescale "
                         "verify {} --deep' looks at the files",
                         end.how, source.directory))
      .At(source.directory);
}

Status MakeFlushed(FileSystem& fs, const checkpoint::CheckpointFiles& source,
                   const std::string& directory, const CancelToken* cancel) {
  RESCALE_RETURN_IF_ERROR(FillPrivateCopy(fs, source, directory, cancel));
  RESCALE_RETURN_IF_ERROR(FlushInChild(fs, source, directory, cancel));
  return TidyPrivateCopy(fs, source, directory);
}

}  // namespace

Status RocksDbEngine::FlushCopy(const std::string& source, const std::string& private_directory,
                                const CancelToken* cancel) {
  RESCALE_RETURN_IF_ERROR(CheckCancelled(cancel));
  RESCALE_ASSIGN_OR_RETURN(const auto files, checkpoint::FindCheckpointFiles(fs_, source));
  RESCALE_RETURN_IF_ERROR(fs_.CreateDirectory(private_directory, 0700));
  Status status = MakeFlushed(fs_, files, private_directory, cancel);
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
