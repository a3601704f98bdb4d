// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rocksdb/status.h>

#include <catch2/catch.hpp>

namespace rescale::test {

// Fails the test, with RocksDB's message, unless it is ok.
inline void RequireOk(const rocksdb::Status& status) {
  INFO(status.ToString());
  REQUIRE(status.ok());
}

}  // namespace rescale::test
