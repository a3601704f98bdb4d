// SPDX-License-Identifier: Apache-2.0
#include "sst/format.h"

#include <catch2/catch.hpp>

#include "base/coding.h"

namespace rescale::sst {
namespace {

// A format_version 6 footer for a file of `size` bytes whose metaindex has `metaindex` bytes.
std::string NewFooter(uint64_t size, uint32_t metaindex, uint32_t base) {
  std::string footer(1, '\4');
  footer.append("\x3e\x00\x7a\x00", 4);
  PutFixed32(&footer, 0);
  PutFixed32(&footer, base);
  PutFixed32(&footer, metaindex);
  footer.append(24, '\0');
  PutFixed32(&footer, 6);
  PutFixed64(&footer, kBlockBasedTableMagic);
  const uint32_t checksum =
      BlockChecksum(ChecksumType::kXxh3, footer.substr(0, 52), static_cast<uint8_t>(footer[52])) +
      ChecksumModifier(base, size - kFooterBytes);
  EncodeFixed32(footer.data() + 5, checksum);
  return footer;
}

}  // namespace

TEST_CASE("footer: from format_version 6 on it checks itself and its place") {
  const std::string footer = NewFooter(10000, 300, 12345);
  const Result<Footer> decoded = DecodeFooter(footer, 10000);
  REQUIRE(decoded.ok());
  CHECK(decoded->format_version == 6);
  CHECK(decoded->metaindex == BlockHandle{10000 - 53 - 5 - 300, 300});
  CHECK(decoded->base_context_checksum == 12345);
  CHECK(DecodeFooter(footer, 10001).status().code() == StatusCode::kCorruption);
  for (size_t i = 0; i < footer.size(); ++i) {
    std::string damaged = footer;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    CAPTURE(i);
    CHECK_FALSE(DecodeFooter(damaged, 10000).ok());
  }
}

TEST_CASE("footer: a base context checksum of 0 or a metaindex larger than the file is refused") {
  CHECK(DecodeFooter(NewFooter(10000, 300, 0), 10000).status().code() == StatusCode::kCorruption);
  CHECK(DecodeFooter(NewFooter(10000, 9943, 1), 10000).status().code() == StatusCode::kCorruption);
  CHECK(DecodeFooter(NewFooter(10000, 9942, 1), 10000).ok());
  CHECK(DecodeFooter(NewFooter(10000, 0xffffffff, 1), 10000).status().code() ==
        StatusCode::kCorruption);
}

TEST_CASE("footer: other formats and versions are refused by name") {
  std::string footer = NewFooter(10000, 300, 1);
  for (const uint32_t version : {0u, 1u, 8u, 0xffffffffu}) {
    EncodeFixed32(footer.data() + 41, version);
    const Status status = DecodeFooter(footer, 10000).status();
    CHECK(status.code() == StatusCode::kNotSupported);
    CHECK(status.ToString().find("format_version " + std::to_string(version)) != std::string::npos);
  }
  EncodeFixed64(footer.data() + 45, 0x926789d0c5f17873ull);
  CHECK(DecodeFooter(footer, 10000).status().ToString().find("cuckoo") != std::string::npos);
}

TEST_CASE("format: the checksum modifier folds the offset and is 0 without a base") {
  CHECK(ChecksumModifier(0, 123456789) == 0);
  CHECK(ChecksumModifier(0x0f0f0f0f, 0) == 0x0f0f0f0f);
  CHECK(ChecksumModifier(1, (uint64_t{2} << 32) + 4) == (1 ^ 6));
}

TEST_CASE("format: handles that overflow are refused") {
  CHECK(CheckBlockHandle({0, 95}, 100).ok());
  CHECK(CheckBlockHandle({95, 0}, 100).ok());
  CHECK_FALSE(CheckBlockHandle({0, 96}, 100).ok());
  CHECK_FALSE(CheckBlockHandle({96, 0}, 100).ok());
  CHECK_FALSE(CheckBlockHandle({~uint64_t{0} - 2, 3}, 100).ok());
  CHECK_FALSE(CheckBlockHandle({3, ~uint64_t{0} - 2}, 100).ok());
  CHECK_FALSE(CheckBlockHandle({0, 0}, 4).ok());
  CHECK(CheckBlockHandle({0, kMaxBlockBytes + 1}, uint64_t{1} << 40).code() ==
        StatusCode::kNotSupported);
}

}  // namespace rescale::sst
