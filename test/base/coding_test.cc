// SPDX-License-Identifier: Apache-2.0
#include "base/coding.h"

#include <catch2/catch.hpp>
#include <limits>

#include "base/checksum.h"

namespace rescale {

TEST_CASE("coding: every width comes back as it went in") {
  const uint64_t v = GENERATE(uint64_t{0}, 1u, 127u, 128u, 16383u, 16384u, 0xffffffffu,
                              uint64_t{1} << 56, std::numeric_limits<uint64_t>::max());
  std::string out;
  PutVarint64(&out, v);
  PutFixed64(&out, v);
  PutVarsignedint64(&out, static_cast<int64_t>(v));
  PutLengthPrefixed(&out, "abc");
  Decoder in(out);
  uint64_t a = 1, b = 1;
  int64_t c = 1;
  std::string_view d;
  REQUIRE(in.GetVarint64(&a));
  REQUIRE(in.GetFixed64(&b));
  REQUIRE(in.GetVarsignedint64(&c));
  REQUIRE(in.GetLengthPrefixed(&d));
  CHECK(a == v);
  CHECK(b == v);
  CHECK(c == static_cast<int64_t>(v));
  CHECK(d == "abc");
  CHECK(in.empty());
  CHECK(in.position() == out.size());
}

TEST_CASE("coding: a varint that is cut short or too large is refused and takes nothing") {
  uint32_t v32 = 0;
  uint64_t v64 = 0;
  Decoder cut(std::string_view("\x80\x80", 2));
  CHECK_FALSE(cut.GetVarint64(&v64));
  CHECK(cut.position() == 0);
  Decoder large(std::string_view("\xff\xff\xff\xff\x1f", 5));  // 33 bits
  CHECK_FALSE(large.GetVarint32(&v32));
  Decoder endless(std::string_view("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 11));
  CHECK_FALSE(endless.GetVarint64(&v64));
  Decoder most(std::string_view("\xff\xff\xff\xff\x0f", 5));
  CHECK(most.GetVarint32(&v32));
  CHECK(v32 == 0xffffffffu);
}

TEST_CASE("coding: a length beyond the input is refused and takes nothing") {
  Decoder in(
      std::string_view("\x05"
                       "abc",
                       4));
  std::string_view v;
  CHECK_FALSE(in.GetLengthPrefixed(&v));
  CHECK(in.rest().size() == 4);
}

TEST_CASE("checksum: CRC-32C of the standard check text, in one piece and two") {
  CHECK(Crc32c("123456789") == 0xe3069283u);  // RFC 3720
  CHECK(Crc32c("6789", Crc32c("12345")) == 0xe3069283u);
  CHECK(UnmaskCrc(MaskCrc(0x12345678u)) == 0x12345678u);
  CHECK(MaskCrc(0) == 0xa282ead8u);
}

}  // namespace rescale
