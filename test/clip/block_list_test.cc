// SPDX-License-Identifier: Apache-2.0
#include "clip/block_list.h"

#include <catch2/catch.hpp>
#include <random>

#include "base/random.h"
#include "clip/small_table.h"
#include "support/temp_dir.h"

namespace rescale::clip {

TEST_CASE("block list: gives back what was added, in runs that one read can take") {
  const test::TempDir dir;
  test::SmallTable small;
  small.points = test::SmallPoints(10);
  test::WriteSmallTable(dir / "t.sst", small);
  const auto table = sst::TableReader::Open(PosixFileSystem(), dir / "t.sst");
  REQUIRE(table.ok());

  const uint64_t seed = RandomNonZero64();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  std::vector<sst::BlockHandle> added;
  BlockList list;
  uint64_t offset = random() % 5 == 0 ? 0 : uint64_t{5} << 32;
  for (int i = 0; i < 3000; ++i) {
    const uint64_t gaps[] = {
        0, 0, 0, 1, 4000, BlockRun::kMaxGapBytes, BlockRun::kMaxGapBytes + 1, uint64_t{6} << 32};
    offset += gaps[random() % 8];
    const uint64_t size = random() % 50 == 0 ? BlockRun::kRunBytes * 2 : random() % 9000;
    added.push_back({offset, size});
    list.Add(added.back());
    offset = BlockRun::EndOf(added.back());
  }
  std::vector<sst::BlockHandle> found;
  for (size_t i = 0; i < list.run_count(); ++i) {
    BlockRun run(**table);
    list.Fill(i, &run);
    REQUIRE(!run.empty());
    if (run.blocks().size() > 1) {
      const uint64_t end = BlockRun::EndOf(run.blocks().back());
      CHECK(end - run.blocks().front().offset_bytes <= BlockRun::kRunBytes);
    }
    found.insert(found.end(), run.blocks().begin(), run.blocks().end());
  }
  CHECK((found == added));
  CHECK(list.run_count() < added.size());
  CHECK(BlockList().run_count() == 0);
}

}  // namespace rescale::clip
