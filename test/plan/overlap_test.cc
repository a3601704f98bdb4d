// SPDX-License-Identifier: Apache-2.0
#include "plan/overlap.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "base/internal_key.h"

namespace rescale::plan {
namespace {

manifest::FileMetaData File(std::string_view smallest, std::string_view largest, bool exclusive,
                            uint64_t size_bytes = 0) {
  manifest::FileMetaData file;
  file.size_bytes = size_bytes;
  file.SetPayload(MakeInternalKey(smallest, SequenceNumber{9}, ValueType::kValue),
                  exclusive ? MakeRangeTombstoneSentinel(largest)
                            : MakeInternalKey(largest, SequenceNumber{5}, ValueType::kValue),
                  "");
  return file;
}

TEST_CASE("overlap: skip, link and trim are what the keys say, for every small file and range") {
  const std::vector<std::string> keys = {"", "a", "aa", "ab", "b", "ba", "c", "ca", "d"};
  for (const std::string& smallest : keys) {
    for (const std::string& largest : keys) {
      for (const bool exclusive : {false, true}) {
        if (largest < smallest || (exclusive && largest == smallest)) continue;
        const manifest::FileMetaData file = File(smallest, largest, exclusive);
        for (const std::string& begin : keys) {
          for (const std::string& end : keys) {
            if (end <= begin) continue;
            const KeyRange range{begin, end};
            int inside = 0;
            int outside = 0;
            for (const std::string& key : keys) {
              const bool covered = key >= smallest && (exclusive ? key < largest : key <= largest);
              if (covered) ++(range.Contains(key) ? inside : outside);
            }
            const Action expected = inside == 0    ? Action::kSkip
                                    : outside == 0 ? Action::kLink
                                                   : Action::kTrim;
            INFO("[" << smallest << ".." << largest << (exclusive ? ")" : "]") << " in [" << begin
                     << "," << end << ")");
            CHECK(JudgeOverlap(file, range).action == expected);
          }
        }
      }
    }
  }
}

TEST_CASE("overlap: a range without end keeps all above its begin") {
  const KeyRange range{"b", std::nullopt};
  CHECK(JudgeOverlap(File("b", "z", false), range).reason == Reason::kInside);
  CHECK(JudgeOverlap(File("a", "z", false), range).reason == Reason::kCrossesBegin);
  CHECK(JudgeOverlap(File("a", "b", true), range).reason == Reason::kBelowRange);
}

TEST_CASE("overlap: expected bytes are the share of the key groups") {
  const MaxParallelism p = MaxParallelism::Create(128).value();
  const auto key = [&](uint32_t group, std::string_view rest) {
    return p.Prefix(group) + std::string(rest);
  };
  const auto bytes = [&](const manifest::FileMetaData& file, int32_t first, int32_t last) {
    return ExpectedBytes(file, p.ToKeyRange({first, last}), p.prefix_bytes());
  };
  const manifest::FileMetaData four = File(key(4, "a"), key(7, "z"), false, 1000);
  CHECK(bytes(four, 0, 127) == 1000);
  CHECK(bytes(four, 4, 7) == 1000);
  CHECK(bytes(four, 0, 4) == 250);
  CHECK(bytes(four, 5, 6) == 500);
  CHECK(bytes(four, 7, 100) == 250);
  CHECK(bytes(four, 8, 100) == 0);
  CHECK(bytes(four, 0, 3) == 0);
  // A range tombstone that ends where group 8 begins takes nothing of it; one inside does.
  CHECK(bytes(File(key(4, "a"), key(8, ""), true, 1000), 0, 4) == 250);
  CHECK(bytes(File(key(4, "a"), key(8, "m"), true, 1000), 0, 4) == 200);
  // No overflow, whatever the MANIFEST says.
  CHECK(bytes(File(key(0, "a"), key(127, "z"), false, UINT64_MAX), 0, 63) > UINT64_MAX / 2 - 128);
}

TEST_CASE("overlap: expected bytes with two bytes of prefix") {
  const MaxParallelism p = MaxParallelism::Create(32768).value();
  const manifest::FileMetaData file =
      File(p.Prefix(0) + "a", p.Prefix(32767) + "z", false, 1 << 20);
  CHECK(ExpectedBytes(file, p.ToKeyRange({0, 255}), 2) == 8192);
  CHECK(ExpectedBytes(file, p.ToKeyRange({32767, 32767}), 2) == 32);
}

}  // namespace
}  // namespace rescale::plan
