// SPDX-License-Identifier: Apache-2.0
#include "clip/entry_counter.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "base/internal_key.h"
#include "base/random.h"
#include "sst/block_builder.h"

namespace rescale::clip {
namespace {

struct InOrder {
  bool operator()(const std::string& a, const std::string& b) const {
    return CompareInternalKeys(a, b) < 0;
  }
};

// Keys of few user keys and close sequence numbers: much is shared, footers among it.
std::string RandomKey(std::mt19937_64& random) {
  constexpr ValueType kTypes[] = {ValueType::kDeletion, ValueType::kValue, ValueType::kMerge,
                                  ValueType::kSingleDeletion, ValueType::kBlobIndex};
  const std::string user_key(random() % 4, static_cast<char>(random() % 3));
  const uint64_t sequence = random() % 3 == 0 ? random() >> 9 : random() % 300;
  return MakeInternalKey(user_key, SequenceNumber{sequence}, kTypes[random() % 5]);
}

}  // namespace

TEST_CASE("entry counter: counts of random blocks are exact") {
  const uint64_t seed = RandomNonZero64();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 300; ++round) {
    std::set<std::string, InOrder> keys;
    for (auto i = random() % 60; i > 0; --i) keys.insert(RandomKey(random));
    sst::BlockBuilder builder(static_cast<uint32_t>(random() % 20 + 1));
    EntryCounts expected;
    for (const std::string& key : keys) {
      const std::string value(random() % 300, 'v');
      builder.Add(key, value);
      InternalKey parsed;
      REQUIRE(ParseInternalKey(key, &parsed));
      ++expected.entries;
      expected.key_bytes += key.size();
      expected.value_bytes += value.size();
      expected.merges += parsed.type() == ValueType::kMerge;
      expected.deletions +=
          parsed.type() == ValueType::kDeletion || parsed.type() == ValueType::kSingleDeletion;
    }
    EntryCounts found;
    REQUIRE(CountEntries(builder.Finish(), &found).ok());
    CHECK(found == expected);
  }
}

TEST_CASE("entry counter: a block that is cut short, or has keys without a footer, is Corruption") {
  sst::BlockBuilder builder(16);
  builder.Add("tiny", "value");
  EntryCounts counts;
  CHECK(CountEntries(builder.Finish(), &counts).code() == StatusCode::kCorruption);
  CHECK(CountEntries("abc", &counts).code() == StatusCode::kCorruption);
  // shared 9 of a key before that is not there
  const std::string block =
      std::string("\x09\x08\x00", 3) + "abcdefgh" + std::string("\0\0\0\0\x01\0\0\0", 8);
  CHECK(CountEntries(block, &counts).code() == StatusCode::kCorruption);
  CHECK(counts == EntryCounts{});
}

}  // namespace rescale::clip
