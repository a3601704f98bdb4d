// SPDX-License-Identifier: Apache-2.0
#include "engine/rocksdb_status.h"

#include <fmt/format.h>

#include <string>

namespace rescale::engine {
namespace {

// An open that fails is asked again without direct I/O, which we never use, and then called an
// option that the file system refuses: "... incompatible with filesystem: IO error: While open ...:
// Too many open files" (`db/db_impl/db_impl_open.cc`).
bool HidesIoError(const rocksdb::Status& status) {
  return status.ToString().find(": IO error: ") != std::string::npos;
}

StatusCode CodeOf(const rocksdb::Status& status) {
  if (status.IsPathNotFound() || status.IsNotFound()) return StatusCode::kNotFound;
  switch (status.code()) {
    case rocksdb::Status::kCorruption:
      return StatusCode::kCorruption;
    case rocksdb::Status::kNotSupported:
    case rocksdb::Status::kInvalidArgument:
      return HidesIoError(status) ? StatusCode::kIoError : StatusCode::kNotSupported;
    case rocksdb::Status::kBusy:
    case rocksdb::Status::kTryAgain:
      return StatusCode::kBusy;
    case rocksdb::Status::kIOError:
    case rocksdb::Status::kIncomplete:
    case rocksdb::Status::kTimedOut:
      return StatusCode::kIoError;
    default:
      return StatusCode::kInternal;
  }
}

}  // namespace

Status FromRocksDb(const rocksdb::Status& status, std::string_view directory) {
  if (status.ok()) return Status::Ok();
  return Status(CodeOf(status), fmt::format("RocksDB: {}", status.ToString())).At(directory);
}

}  // namespace rescale::engine
