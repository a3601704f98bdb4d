// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>

#include "engine/rocksdb_engine.h"
#include "flink_state/directory.h"
#include "flink_state/rocksdb_state.h"
#include "support/faulty_fs.h"

namespace rescale::engine {

TEST_CASE("engine: a flush that is cancelled stops and leaves nothing") {
  const flink_state::TempDirectory directory("rescale-cancel");
  flink_state::StateOptions options;
  options.directory = directory / "state";
  options.keys = 300;
  options.workload.live_wal = true;
  const auto made = flink_state::MakeTask(options, 0);
  REQUIRE(made.status().ToString() == "ok");
  const std::string source = made->handle.directory;
  const uint64_t before = *flink_state::HashTree(source);
  const std::string copy = directory / "private";

  // Cancels at the n-th operation on files, the last of which come just before RocksDB opens the
  // copy and after it closed it. 0: before the call.
  int cancelled = 0;
  int finished = 0;
  for (uint64_t at = 0; finished == 0 && at < 1000; ++at) {
    CancelToken cancel;
    if (at == 0) cancel.Cancel();
    std::atomic<uint64_t> seen{0};
    test::FaultyFileSystem fs(PosixFileSystem());
    fs.SetObserver([&](test::Op, const std::string&) {
      if (++seen == at) cancel.Cancel();
    });
    const Status status = RocksDbEngine(fs).FlushCopy(source, copy, &cancel);
    INFO("cancelled at operation " << at << ": " << status.ToString());
    if (status.ok()) {
      ++finished;
      CHECK(std::filesystem::exists(copy));
      continue;
    }
    CHECK(status.code() == StatusCode::kCancelled);
    CHECK_FALSE(std::filesystem::exists(copy));
    ++cancelled;
  }
  CHECK(finished == 1);
  CHECK(cancelled > 10);
  CHECK(*flink_state::HashTree(source) == before);
}

}  // namespace rescale::engine
