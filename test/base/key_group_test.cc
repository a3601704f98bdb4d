// SPDX-License-Identifier: Apache-2.0
#include "rescale/key_group.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

namespace rescale {
namespace {

MaxParallelism Max(uint32_t v) { return *MaxParallelism::Create(v); }

// Walks all subtasks and asks that their ranges follow each other without gap or overlap, that the
// subtask of each end is the subtask itself, and that together they are all key groups.
void CheckPartition(uint32_t max_value, uint32_t parallelism) {
  const MaxParallelism max = Max(max_value);
  int32_t next = 0;
  for (uint32_t i = 0; i < parallelism; ++i) {
    const KeyGroupRange range = *max.RangeOfSubtask(parallelism, i);
    REQUIRE_FALSE(range.empty());
    REQUIRE(range.first == next);
    REQUIRE(max.SubtaskOf(parallelism, KeyGroup{static_cast<uint32_t>(range.first)}) == i);
    REQUIRE(max.SubtaskOf(parallelism, KeyGroup{static_cast<uint32_t>(range.last)}) == i);
    next = range.last + 1;
  }
  REQUIRE(next == static_cast<int32_t>(max_value));
}

}  // namespace

TEST_CASE("key group: max parallelism is 1 to 32768") {
  CHECK_FALSE(MaxParallelism::Create(0).ok());
  CHECK_FALSE(MaxParallelism::Create(32769).ok());
  CHECK(MaxParallelism::Create(32768).ok());
}

TEST_CASE("key group: the prefix has one byte up to 128 and two from 129") {
  CHECK(Max(1).prefix_bytes() == 1);
  CHECK(Max(128).prefix_bytes() == 1);
  CHECK(Max(129).prefix_bytes() == 2);
  CHECK(Max(32768).prefix_bytes() == 2);
}

TEST_CASE("key group: ranges of subtasks as Flink gives them") {
  // KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex at max parallelism 128.
  CHECK(*Max(128).RangeOfSubtask(4, 0) == KeyGroupRange{0, 31});
  CHECK(*Max(128).RangeOfSubtask(4, 3) == KeyGroupRange{96, 127});
  CHECK(*Max(128).RangeOfSubtask(3, 0) == KeyGroupRange{0, 42});
  CHECK(*Max(128).RangeOfSubtask(3, 1) == KeyGroupRange{43, 85});
  CHECK(*Max(128).RangeOfSubtask(3, 2) == KeyGroupRange{86, 127});
  CHECK(*Max(128).RangeOfSubtask(6, 1) == KeyGroupRange{22, 42});
  CHECK(*Max(1000).RangeOfSubtask(7, 3) == KeyGroupRange{429, 571});
  CHECK(*Max(32768).RangeOfSubtask(5, 4) == KeyGroupRange{26215, 32767});
  CHECK(*Max(129).RangeOfSubtask(128, 127) == KeyGroupRange{128, 128});
  CHECK_FALSE(Max(4).RangeOfSubtask(5, 0).ok());
  CHECK_FALSE(Max(4).RangeOfSubtask(4, 4).ok());
  CHECK_FALSE(Max(4).RangeOfSubtask(0, 0).ok());
}

TEST_CASE("key group: each belongs to exactly one subtask, for every small case") {
  for (uint32_t max = 1; max <= 140; ++max) {
    for (uint32_t parallelism = 1; parallelism <= max; ++parallelism)
      CheckPartition(max, parallelism);
  }
}

TEST_CASE("key group: each belongs to exactly one subtask, for random cases up to 32768") {
  std::mt19937 random(Catch::rngSeed());
  for (int round = 0; round < 300; ++round) {
    const uint32_t max = std::uniform_int_distribution<uint32_t>(1, 32768)(random);
    CheckPartition(max, std::uniform_int_distribution<uint32_t>(1, max)(random));
  }
  CheckPartition(32768, 32768);
  CheckPartition(32768, 32767);
}

TEST_CASE("key group: old and new ranges cut every key group into exactly one pair") {
  std::mt19937 random(Catch::rngSeed() + 1);
  for (int round = 0; round < 200; ++round) {
    const uint32_t max_value = std::uniform_int_distribution<uint32_t>(1, 2000)(random);
    const MaxParallelism max = Max(max_value);
    std::uniform_int_distribution<uint32_t> any(1, max_value);
    const uint32_t from = any(random);
    const uint32_t to = any(random);
    std::vector<int> owners(max_value, 0);
    for (uint32_t i = 0; i < from; ++i) {
      for (uint32_t j = 0; j < to; ++j) {
        const KeyGroupRange both =
            Intersect(*max.RangeOfSubtask(from, i), *max.RangeOfSubtask(to, j));
        for (int32_t g = both.first; g <= both.last; ++g) ++owners[static_cast<size_t>(g)];
      }
    }
    CHECK(std::all_of(owners.begin(), owners.end(), [](int n) { return n == 1; }));
  }
}

TEST_CASE("key group: a range becomes bytes at the first and last key group, one and two bytes") {
  CHECK(Max(128).ToKeyRange({0, 127}) == KeyRange{std::string("\x00", 1), "\x80"});
  CHECK(Max(128).ToKeyRange({5, 5}) == KeyRange{"\x05", "\x06"});
  CHECK(Max(32768).ToKeyRange({0, 32767}) ==
        KeyRange{std::string("\x00\x00", 2), std::string("\x80\x00", 2)});
  CHECK(Max(1000).ToKeyRange({255, 255}) ==
        KeyRange{std::string("\x00\xff", 2), std::string("\x01\x00", 2)});
  CHECK(Max(128).ToKeyRange({}).empty());
}

TEST_CASE("key group: a key tells its key group, a short one none") {
  CHECK(Max(128).KeyGroupOf("\x7fkey") == KeyGroup{127});
  CHECK(Max(129).KeyGroupOf("\x01\x02key") == KeyGroup{258});
  CHECK_FALSE(Max(129).KeyGroupOf("\x01").has_value());
}

TEST_CASE("key group: murmur and key group of a hash code as Flink computes them") {
  // Printed by MathUtils.murmurHash and KeyGroupRangeAssignment.computeKeyGroupForKeyHash of
  // Flink 1.20.0: hash code, murmur, key group of 128, key group of 32768.
  const auto [code, murmur, of_128, of_32768] =
      GENERATE(table<int32_t, int32_t, uint32_t, uint32_t>({
          {0, 593689054, 94, 31198},
          {1, 68075478, 86, 16342},
          {-1, 1982413648, 80, 15184},
          {42, 1134849565, 29, 28189},
          {1000, 3506311, 7, 135},
          {-1000, 696921294, 78, 11470},
          {123456789, 1088346449, 81, 22865},
          {-123456789, 1470798557, 93, 6877},
          {2147483647, 1653689534, 62, 19646},
          {-2147483647 - 1, 1718298732, 108, 10348},
          {99162322, 1715862179, 35, 31395},  // "hello".hashCode()
      }));
  CHECK(MurmurHash(code) == murmur);
  CHECK(Max(128).KeyGroupOfHash(code) == KeyGroup{of_128});
  CHECK(Max(32768).KeyGroupOfHash(code) == KeyGroup{of_32768});
}

}  // namespace rescale
