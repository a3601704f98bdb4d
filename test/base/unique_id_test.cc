// SPDX-License-Identifier: Apache-2.0
#include "base/unique_id.h"

#include <catch2/catch.hpp>
#include <set>

#include "base/random.h"

namespace rescale {

TEST_CASE("unique id: refuses session ids that are not base 36 or have a strange length") {
  UniqueId id{};
  CHECK_FALSE(ComputeUniqueId("db", "SHORT", FileNumber{1}, &id));
  CHECK_FALSE(ComputeUniqueId("db", "abcdefghijklmnopqrst", FileNumber{1}, &id));
  CHECK_FALSE(ComputeUniqueId("db", std::string(25, 'A'), FileNumber{1}, &id));
  CHECK(ComputeUniqueId("db", "0123456789ABCDEFGHIJ", FileNumber{1}, &id));
}

TEST_CASE("unique id: session, number and database all count") {
  std::set<UniqueId> ids;
  for (const char* db : {"a", "b"}) {
    for (const char* session : {"0123456789ABCDEFGHIJ", "0123456789ABCDEFGHIK"}) {
      for (const uint64_t number : {1u, 2u}) {
        UniqueId id{};
        REQUIRE(ComputeUniqueId(db, session, FileNumber{number}, &id));
        ids.insert(id);
      }
    }
  }
  CHECK(ids.size() == 8);
}

TEST_CASE("random: identities have their usual form and do not repeat") {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string session = RandomSessionId();
    UniqueId id{};
    CHECK(ComputeUniqueId("db", session, FileNumber{1}, &id));
    CHECK(RandomUuid().size() == 36);
    CHECK(seen.insert(session).second);
  }
}

}  // namespace rescale
