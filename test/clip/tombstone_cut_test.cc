// SPDX-License-Identifier: Apache-2.0
#include "clip/tombstone_cut.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "base/internal_key.h"

namespace rescale::clip {
namespace {

std::vector<sst::RangeTombstone> Tombstones(
    std::initializer_list<std::tuple<const char*, const char*, uint64_t>> list) {
  std::vector<sst::RangeTombstone> tombstones;
  for (const auto& [begin, end, sequence] : list) {
    tombstones.push_back({begin, end, SequenceNumber{sequence}});
  }
  return tombstones;
}

std::string Cut(std::vector<sst::RangeTombstone> tombstones, const KeyRange& range,
                const std::string& smallest = MakeInternalKey("", SequenceNumber{9},
                                                              ValueType::kValue),
                const std::string& largest = MakeInternalKey("~", SequenceNumber{0},
                                                             ValueType::kValue)) {
  std::string text;
  for (const sst::RangeTombstone& t :
       CutTombstones(std::move(tombstones), range, smallest, largest)) {
    text += fmt::format("[{},{})@{} ", t.begin, t.end, t.sequence.value);
  }
  return text;
}

}  // namespace

TEST_CASE("tombstone cut: pieces inside the range stay, empty ones go") {
  const auto all = Tombstones({{"a", "c", 1}, {"b", "k", 2}, {"e", "f", 3}, {"m", "z", 4}});
  CHECK(Cut(all, {"", std::nullopt}) == "[a,c)@1 [b,k)@2 [e,f)@3 [m,z)@4 ");
  CHECK(Cut(all, {"c", "n"}) == "[c,k)@2 [e,f)@3 [m,n)@4 ");
  CHECK(Cut(all, {"k", "m"}) == "");
  CHECK(Cut(all, {"d", std::string("d\0", 2)}) == std::string("[d,d\0)@2 ", 9));
}

TEST_CASE("tombstone cut: what begins alike after the cut is newest first, without duplicates") {
  const auto all = Tombstones({{"a", "f", 5}, {"b", "h", 8}, {"c", "g", 5}, {"c", "k", 5}});
  CHECK(Cut(all, {"d", std::nullopt}) == "[d,h)@8 [d,k)@5 ");
}

TEST_CASE("tombstone cut: one that never reaches into the file's bounds is left out") {
  const auto all = Tombstones({{"a", "d", 1}, {"a", "e", 2}, {"m", "z", 3}, {"n", "z", 4}});
  const std::string smallest = MakeInternalKey("d", SequenceNumber{7}, ValueType::kValue);
  const std::string point = MakeInternalKey("m", SequenceNumber{7}, ValueType::kValue);
  CHECK(Cut(all, {"", std::nullopt}, smallest, point) == "[a,e)@2 [m,z)@3 ");
  CHECK(Cut(all, {"", std::nullopt}, smallest, MakeRangeTombstoneSentinel("m")) == "[a,e)@2 ");
}

}  // namespace rescale::clip
