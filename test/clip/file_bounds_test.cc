// SPDX-License-Identifier: Apache-2.0
#include "clip/file_bounds.h"

#include <catch2/catch.hpp>

#include "base/internal_key.h"

namespace rescale::clip {
namespace {

std::string Key(const std::string& user_key, uint64_t sequence,
                ValueType type = ValueType::kValue) {
  return MakeInternalKey(user_key, SequenceNumber{sequence}, type);
}

}  // namespace

TEST_CASE("file bounds: which sides a range trims") {
  const std::string smallest = Key("d", 5);
  const std::string largest = Key("m", 7);
  const auto sides = [&](const KeyRange& range) { return SidesTrimmed(range, smallest, largest); };
  CHECK(sides({"", "d"}).nothing_left);
  CHECK(!sides({"", std::string("d\0", 2)}).nothing_left);
  CHECK(!sides({"m", std::nullopt}).nothing_left);
  CHECK(sides({std::string("m\0", 2), std::nullopt}).nothing_left);
  CHECK(sides({"f", "f"}).nothing_left);
  CHECK(!sides({"d", std::nullopt}).left);
  CHECK(sides({std::string("d\0", 2), std::nullopt}).left);
  CHECK(!sides({"", std::string("m\0", 2)}).right);
  CHECK(sides({"", "m"}).right);
  CHECK(!sides({"", std::nullopt}).right);
}

TEST_CASE("file bounds: a sentinel is exclusive") {
  const std::string smallest = Key("d", 5);
  const std::string largest = MakeRangeTombstoneSentinel("m");
  CHECK(SidesTrimmed({"m", std::nullopt}, smallest, largest).nothing_left);
  CHECK(!SidesTrimmed({"l", std::nullopt}, smallest, largest).nothing_left);
  CHECK(!SidesTrimmed({"", "m"}, smallest, largest).right);
  CHECK(SidesTrimmed({"", "l"}, smallest, largest).right);
}

TEST_CASE("file bounds: a side that is not trimmed keeps its bound byte for byte") {
  const std::vector<sst::RangeTombstone> none;
  const std::string smallest = Key("a", 0, ValueType::kRangeDeletion);
  const std::string largest = MakeRangeTombstoneSentinel("z");
  const FileBounds bounds =
      ComputeBounds({}, {Key("d", 5), Key("m", 7), &none, std::nullopt}, smallest, largest);
  CHECK(bounds.smallest == smallest);
  CHECK(bounds.largest == largest);
}

TEST_CASE("file bounds: a trimmed side is as tight as points and tombstones allow") {
  const std::vector<sst::RangeTombstone> tombstones = {{"c", "f", SequenceNumber{9}},
                                                       {"k", "p", SequenceNumber{3}}};
  const TrimmedSides both{.left = true, .right = true};
  FileBounds bounds = ComputeBounds(both, {Key("d", 5), Key("m", 7), &tombstones, std::nullopt},
                                    Key("a", 1), Key("z", 1));
  CHECK(bounds.smallest == Key("c", 9, ValueType::kRangeDeletion));
  CHECK(bounds.largest == MakeRangeTombstoneSentinel("p"));

  // At one user key the newer comes first, and a sentinel before every entry.
  bounds = ComputeBounds(both, {Key("c", 12), Key("p", 7), &tombstones, std::nullopt}, Key("a", 1),
                         Key("z", 1));
  CHECK(bounds.smallest == Key("c", 12));
  CHECK(bounds.largest == Key("p", 7));

  bounds = ComputeBounds(both, {"", "", &tombstones, SequenceNumber{50}}, Key("a", 1), Key("z", 1));
  CHECK(bounds.smallest == Key("c", 50, ValueType::kRangeDeletion));
}

}  // namespace rescale::clip
