// SPDX-License-Identifier: Apache-2.0
#include "manifest/level_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "base/internal_key.h"

namespace rescale::manifest {
namespace {

// A file of L0 with an epoch and a sequence range of its own: only their order can be wrong.
FileMetaData MakeFile(uint64_t epoch, uint64_t sequence, const std::string& smallest,
                      const std::string& largest) {
  FileMetaData file;
  file.number = FileNumber{epoch};
  file.epoch_number = epoch;
  file.smallest_seqno = SequenceNumber{sequence * 2};
  file.largest_seqno = SequenceNumber{sequence * 2 + 1};
  file.SetPayload(smallest, largest, "");
  return file;
}

std::string Key(std::string_view user_key) {
  return MakeInternalKey(user_key, SequenceNumber{1}, ValueType::kValue);
}

// The definition, pair by pair.
bool SomePairDiffers(const std::vector<FileMetaData>& newest_first) {
  const auto reaches = [](const FileMetaData& low, const FileMetaData& high) {
    const int order = UserKeyOf(low.largest()).compare(UserKeyOf(high.smallest()));
    return order > 0 || (order == 0 && !IsRangeTombstoneSentinel(low.largest()));
  };
  for (size_t older = 1; older < newest_first.size(); ++older) {
    for (size_t newer = 0; newer < older; ++newer) {
      const FileMetaData& a = newest_first[newer];
      const FileMetaData& b = newest_first[older];
      if (a.largest_seqno < b.largest_seqno && reaches(a, b) && reaches(b, a)) return true;
    }
  }
  return false;
}

// Bounds over ten user keys; an upper one is now and then the end of a range tombstone, also where
// nothing is left before it.
FileMetaData RandomFile(std::mt19937* random, uint64_t epoch, uint64_t sequence) {
  std::string low(1, static_cast<char>('a' + static_cast<int>((*random)() % 10)));
  std::string high(1, static_cast<char>(low[0] + static_cast<int>((*random)() % 3)));
  if ((*random)() % 3 != 0) return MakeFile(epoch, sequence, Key(low), Key(high));
  const std::string end = MakeRangeTombstoneSentinel(high);
  return MakeFile(epoch, sequence, low == high ? end : Key(low), end);
}

}  // namespace

TEST_CASE("level check: the two orders of L0 are compared as if pair by pair") {
  std::mt19937 random(20);
  int differing = 0;
  constexpr int kRounds = 4000;
  for (int round = 0; round < kRounds; ++round) {
    const size_t count = 2 + random() % 6;
    std::vector<uint64_t> sequences(count);
    std::iota(sequences.begin(), sequences.end(), uint64_t{1});
    std::shuffle(sequences.begin(), sequences.end(), random);
    std::vector<FileMetaData> files;
    for (size_t i = 0; i < count; ++i) {
      files.push_back(RandomFile(&random, count - i, sequences[i]));
    }
    const bool differs = SomePairDiffers(files);
    differing += differs ? 1 : 0;
    const Status status = CheckLevel0(files, {});
    INFO("round " << round << ": " << status.ToString());
    REQUIRE(status.ok() == !differs);
  }
  CHECK(differing > kRounds / 10);
  CHECK(differing < kRounds * 9 / 10);
}

TEST_CASE("level check: twenty thousand files on L0 in opposite orders") {
  constexpr uint64_t kFiles = 20'000;
  std::vector<FileMetaData> files;
  for (uint64_t i = 0; i < kFiles; ++i) {
    const std::string key = fmt::format("{:06}", i);
    files.push_back(MakeFile(kFiles - i, i + 1, Key(key), Key(key)));
  }
  CHECK(CheckLevel0(files, {}).ok());
  files[kFiles / 2].SetPayload(Key("000000"), Key("999999"), "");
  const Status status = CheckLevel0(files, {});
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK_THAT(status.ToString(), Catch::Contains("the other way by seqnos"));
}

}  // namespace rescale::manifest
