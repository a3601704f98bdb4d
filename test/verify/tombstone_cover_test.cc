// SPDX-License-Identifier: Apache-2.0
#include "verify/tombstone_cover.h"

#include <catch2/catch.hpp>

#include "base/internal_key.h"

namespace rescale::verify {
namespace {

manifest::FileMetaData File(const std::string& smallest, const std::string& largest) {
  manifest::FileMetaData file;
  file.SetPayload(smallest, largest, "");
  return file;
}

std::string Key(const std::string& user_key) {
  return MakeInternalKey(user_key, SequenceNumber{9}, ValueType::kValue);
}

std::string ToText(TombstoneCover cover) {
  cover.Normalise();
  std::string text;
  for (const TombstonePiece& p : cover.pieces()) {
    text +=
        std::to_string(p.sequence.value) + "[" + EscapeKey(p.begin) + "," + EscapeKey(p.end) + ") ";
  }
  return text;
}

constexpr SequenceNumber kFive{5}, kSix{6};

}  // namespace

TEST_CASE("tombstone cover: pieces that touch or overlap become one") {
  TombstoneCover cover;
  const auto all = File(Key("a"), MakeRangeTombstoneSentinel("z"));
  for (const auto& [begin, end] : std::vector<std::pair<std::string, std::string>>{
           {"m", "p"}, {"a", "c"}, {"c", "d"}, {"b", "e"}, {"n", "o"}}) {
    cover.Add({begin, end, kFive}, kFive, all, KeyRange{});
  }
  cover.Add({"d", "f", kSix}, kSix, all, KeyRange{});
  CHECK(ToText(std::move(cover)) == "5[a,e) 5[m,p) 6[d,f) ");
}

TEST_CASE("tombstone cover: a tombstone acts within its file's bounds and the kept range") {
  const sst::RangeTombstone tombstone{"b", "x", kFive};
  TombstoneCover cover;
  cover.Add(tombstone, kFive, File(Key("d"), MakeRangeTombstoneSentinel("g")), KeyRange{});
  CHECK(ToText(std::move(cover)) == "5[d,g) ");
  cover = {};
  cover.Add(tombstone, kFive, File(Key("d"), Key("g")), KeyRange{});
  CHECK(ToText(std::move(cover)) == "5[d,g\\x00) ");
  cover = {};
  cover.Add(tombstone, kFive, File(Key("d"), Key("g")), KeyRange{"e", "f"});
  CHECK(ToText(std::move(cover)) == "5[e,f) ");
  cover = {};
  cover.Add(tombstone, kFive, File(Key("d"), Key("g")), KeyRange{"h", std::nullopt});
  CHECK(ToText(std::move(cover)).empty());
}

TEST_CASE("tombstone cover: copies in neighbouring files add up to the tombstone") {
  const sst::RangeTombstone tombstone{"b", "x", kFive};
  TombstoneCover cover;
  cover.Add(tombstone, kFive, File(Key("a"), Key("k")), KeyRange{});
  cover.Add(tombstone, kFive,
            File(MakeInternalKey("k", SequenceNumber{0}, ValueType::kRangeDeletion),
                 MakeRangeTombstoneSentinel("x")),
            KeyRange{});
  CHECK(ToText(std::move(cover)) == "5[b,x) ");
}

}  // namespace rescale::verify
