// SPDX-License-Identifier: Apache-2.0
#include "engine/rocksdb_status.h"

#include <fmt/format.h>

namespace rescale::engine {
namespace {

StatusCode CodeOf(const rocksdb::Status& status) {
  if (status.IsPathNotFound() || status.IsNotFound()) return StatusCode::kNotFound;
  switch (status.code()) {
    case rocksdb::Status::kCorruption:
      return StatusCode::kCorruption;
    case rocksdb::Status::kNotSupported:
    case rocksdb::Status::kInvalidArgument:
      return StatusCode::kNotSupported;
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
