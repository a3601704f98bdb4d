// SPDX-License-Identifier: Apache-2.0
#include "base/internal_key.h"

#include <catch2/catch.hpp>

namespace rescale {

TEST_CASE("internal key: newer versions of a user key come first") {
  const auto newer = MakeInternalKey("k", SequenceNumber{9}, ValueType::kValue);
  const auto older = MakeInternalKey("k", SequenceNumber{3}, ValueType::kValue);
  const auto next = MakeInternalKey("k\x01", SequenceNumber{1}, ValueType::kDeletion);
  CHECK(CompareInternalKeys(newer, older) < 0);
  CHECK(CompareInternalKeys(older, next) < 0);
  CHECK(CompareInternalKeys(older, older) == 0);
}

TEST_CASE("internal key: the range tombstone sentinel sorts before every real version") {
  const auto sentinel = MakeRangeTombstoneSentinel("k");
  CHECK(IsRangeTombstoneSentinel(sentinel));
  CHECK(sentinel == std::string("k\x0f\xff\xff\xff\xff\xff\xff\xff"));
  CHECK(CompareInternalKeys(sentinel,
                            MakeInternalKey("k", SequenceNumber{1u << 30}, ValueType::kValue)) < 0);
  CHECK_FALSE(
      IsRangeTombstoneSentinel(MakeInternalKey("k", SequenceNumber{7}, ValueType::kRangeDeletion)));
}

TEST_CASE("internal key: fewer than eight bytes is no internal key") {
  InternalKey key;
  CHECK_FALSE(ParseInternalKey("1234567", &key));
  CHECK(ParseInternalKey("12345678", &key));
  CHECK(key.user_key.empty());
}

TEST_CASE("internal key: escaping keeps printable bytes") {
  CHECK(EscapeKey(std::string("a\0\\\xff", 4)) == "a\\x00\\x5c\\xff");
}

}  // namespace rescale
