// SPDX-License-Identifier: Apache-2.0
#include "base/parallel.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <thread>
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

TEST_CASE("parallel: idle threads help, never more than there are, and are given back") {
  const unsigned count = GENERATE(0u, 1u, 5u);
  IdleThreads idle(count);
  std::atomic<unsigned> running{0};
  std::atomic<unsigned> most{0};
  std::vector<std::atomic<int>> runs(500);
  REQUIRE(ParallelFor(runs.size(), idle, [&](size_t i) {
            const unsigned now = ++running;
            for (unsigned seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
            }
            std::this_thread::yield();
            ++runs[i];
            --running;
            return Status::Ok();
          }).ok());
  for (const auto& n : runs) CHECK(n == 1);
  CHECK(most <= count + 1);
  for (unsigned i = 0; i < count; ++i) CHECK(idle.TryTake());
  CHECK(!idle.TryTake());
}

TEST_CASE("parallel: a thread that turns idle while the work runs helps with the rest") {
  IdleThreads idle;
  std::atomic<bool> helped{false};
  const auto caller = std::this_thread::get_id();
  REQUIRE(ParallelFor(3, idle, [&](size_t i) {
            if (i == 0) idle.Give();
            if (std::this_thread::get_id() != caller) helped = true;
            // The caller waits in its second task until the helper has come for the third.
            while (i == 1 && !helped) std::this_thread::yield();
            return Status::Ok();
          }).ok());
  CHECK(helped);
}

TEST_CASE("parallel: with idle threads the failure of the lowest task is returned") {
  for (int round = 0; round < 50; ++round) {
    IdleThreads idle(3);
    const Status status = ParallelFor(200, idle, [&](size_t i) {
      if (i == 20) std::this_thread::yield();
      return i >= 20 ? Status::Corruption(std::to_string(i)) : Status::Ok();
    });
    CHECK(status.message() == "20");
  }
}

TEST_CASE("parallel: nothing to do is fine, and an exception reaches the caller") {
  CHECK(ParallelFor(0, 4, [](size_t) { return Status::Internal("never"); }).ok());
  CHECK_THROWS_AS(ParallelFor(10, 3, [](size_t) -> Status { throw std::bad_alloc(); }),
                  std::bad_alloc);
}

}  // namespace rescale
