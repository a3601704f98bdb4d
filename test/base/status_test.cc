// SPDX-License-Identifier: Apache-2.0
#include "rescale/status.h"

#include <catch2/catch.hpp>

namespace rescale {
namespace {

Result<int> Half(int v) {
  if (v % 2 != 0) return Status::InvalidArgument("odd");
  return v / 2;
}

Result<int> Quarter(int v) {
  RESCALE_ASSIGN_OR_RETURN(const int half, Half(v));
  return Half(half);
}

}  // namespace

TEST_CASE("status: one pointer wide, and prints from the outside in") {
  CHECK(sizeof(Status) == sizeof(void*));
  const Status status = Status::Corruption("checksum mismatch")
                            .At("000117.sst", 4096)
                            .At("outer.sst", 1)
                            .Within("handle 3 [32,63]")
                            .Within("clip");
  CHECK(status.ToString() == "clip: handle 3 [32,63]: 000117.sst: at 4096: checksum mismatch");
  CHECK(status.path() == "000117.sst");
  CHECK(status.offset_bytes() == 4096u);
  CHECK(status.code() == StatusCode::kCorruption);
  const Status copy = status;
  CHECK(copy.ToString() == status.ToString());
}

TEST_CASE("status: nothing is added to a fine one") {
  CHECK(Status::Ok().At("f", 1).Within("x").ok());
  CHECK(Status::Ok().ToString() == "ok");
}

TEST_CASE("result: the macros carry the value or the status") {
  CHECK(*Quarter(8) == 2);
  CHECK(Quarter(6).status().message() == "odd");
  CHECK(Result<int>(Status::Ok()).status().code() == StatusCode::kInternal);
}

}  // namespace rescale
