// SPDX-License-Identifier: Apache-2.0
#include "base/crc32c_builtin.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "base/checksum.h"

using rescale::Crc32c;
using rescale::Crc32cBuiltin;

TEST_CASE("crc32c_builtin: the check value of the catalogue") {
  CHECK(Crc32cBuiltin("123456789") == 0xe3069283);
  CHECK(Crc32cBuiltin("") == 0);
}

TEST_CASE("crc32c_builtin: equals ISA-L's at every length, start and seed") {
  std::mt19937_64 random(7);
  std::string bytes(100'000, '\0');
  for (char& c : bytes) c = static_cast<char>(random());
  const std::string_view all = bytes;
  for (size_t size = 0; size < 2000; ++size) {
    const std::string_view part = all.substr(size % 17, size);
    INFO(size);
    REQUIRE(Crc32cBuiltin(part) == Crc32c(part));
  }
  // Around three streams of 8192 bytes, and more than one round of them.
  for (const size_t size : {24'575U, 24'576U, 24'577U, 25'344U, 49'152U, 99'000U}) {
    const uint32_t seed = static_cast<uint32_t>(random());
    INFO(size);
    CHECK(Crc32cBuiltin(all.substr(3, size), seed) == Crc32c(all.substr(3, size), seed));
  }
}
