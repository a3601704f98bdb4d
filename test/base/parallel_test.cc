// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <vector>

namespace rescale {

TEST_CASE("parallel: every task runs once, whatever the number of threads") {
  const unsigned threads = GENERATE(1u, 2u, 7u, 0u);
  std::vector<std::atomic<int>> runs(1000);
  REQUIRE(ParallelFor(runs.size(), threads, [&](size_t i) {
            ++runs[i];
            return Status::Ok();
          }).ok());
  for (const auto& n : runs) CHECK(n == 1);
}

TEST_CASE("parallel: the first failure stops the rest and is returned") {
  std::atomic<size_t> ran{0};
  const Status status = ParallelFor(100000, 2, [&](size_t i) {
    ++ran;
    return i == 5 ? Status::Corruption("five") : Status::Ok();
  });
  CHECK(status.message() == "five");
  CHECK(ran < 100000);
}

TEST_CASE("parallel: nothing to do is fine, and an exception reaches the caller") {
  CHECK(ParallelFor(0, 4, [](size_t) { return Status::Internal("never"); }).ok());
  CHECK_THROWS_AS(ParallelFor(10, 3, [](size_t) -> Status { throw std::bad_alloc(); }),
                  std::bad_alloc);
}

}  // namespace rescale
