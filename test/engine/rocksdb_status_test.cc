// SPDX-License-Identifier: Apache-2.0
#include "engine/rocksdb_status.h"

#include <catch2/catch.hpp>

namespace rescale::engine {

TEST_CASE("engine: RocksDB's statuses have codes of ours, and an I/O error is never a refusal") {
  using rocksdb::Status;
  const auto code = [](const Status& status) { return FromRocksDb(status, "d").code(); };
  CHECK(code(Status::OK()) == StatusCode::kOk);
  CHECK(code(Status::Corruption("c")) == StatusCode::kCorruption);
  CHECK(code(Status::NotSupported("n")) == StatusCode::kNotSupported);
  CHECK(code(Status::InvalidArgument("merge_operator is not properly initialized")) ==
        StatusCode::kNotSupported);
  CHECK(code(Status::IOError("While open a file", "Too many open files")) == StatusCode::kIoError);
  // What RocksDB says of too few file descriptors.
  const rescale::Status hidden =
      FromRocksDb(Status::InvalidArgument(
                      "Found options incompatible with filesystem",
                      Status::IOError("While open a file for random read: d/MANIFEST-000005",
                                      "Too many open files")
                          .ToString()),
                  "d");
  CHECK(hidden.code() == StatusCode::kIoError);
  CHECK(hidden.ToString().find("Too many open files") != std::string::npos);
}

}  // namespace rescale::engine
