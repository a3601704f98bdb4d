// SPDX-License-Identifier: Apache-2.0
#include "sst/compression.h"

#include <lz4.h>
#include <snappy.h>
#include <zstd.h>

#include <catch2/catch.hpp>

#include "base/coding.h"

namespace rescale::sst {
namespace {

constexpr uint8_t kSnappy = 1, kZlib = 2, kLz4 = 4, kLz4hc = 5, kZstd = 7;

Status Decompress(uint8_t type, std::string_view payload, std::string* out) {
  return Decompressor().Decompress(type, payload, nullptr, out);
}

std::string Zstd(std::string_view raw, uint32_t declared) {
  std::string body(ZSTD_compressBound(raw.size()), '\0');
  body.resize(ZSTD_compress(body.data(), body.size(), raw.data(), raw.size(), 1));
  std::string out;
  PutVarint32(&out, declared);
  return out + body;
}

std::string Lz4(std::string_view raw, uint32_t declared) {
  std::string body(static_cast<size_t>(LZ4_compressBound(static_cast<int>(raw.size()))), '\0');
  body.resize(static_cast<size_t>(LZ4_compress_default(
      raw.data(), body.data(), static_cast<int>(raw.size()), static_cast<int>(body.size()))));
  std::string out;
  PutVarint32(&out, declared);
  return out + body;
}

}  // namespace

TEST_CASE("compression: the declared size must be the real one") {
  const std::string raw(1000, 'a');
  std::string out;
  for (const uint32_t declared : {0u, 1u, 999u, 1000u, 1001u, 100000u}) {
    CAPTURE(declared);
    CHECK(Decompress(kZstd, Zstd(raw, declared), &out).ok() == (declared == 1000));
    CHECK(Decompress(kLz4, Lz4(raw, declared), &out).ok() == (declared == 1000));
    CHECK(Decompress(kLz4hc, Lz4(raw, declared), &out).ok() == (declared == 1000));
  }
}

TEST_CASE("compression: a size the codec cannot reach is refused before memory is asked for") {
  std::string out;
  for (const uint8_t type : {kZlib, kLz4, kLz4hc, kZstd}) {
    std::string payload;
    PutVarint32(&payload, 900u << 20);
    payload.append(100, 'x');
    CAPTURE(static_cast<int>(type));
    CHECK(Decompress(type, payload, &out).code() == StatusCode::kCorruption);
    CHECK(out.capacity() < 1 << 20);
    payload.clear();
    PutVarint32(&payload, 0xffffffffu);
    CHECK(Decompress(type, payload, &out).code() == StatusCode::kCorruption);
    CHECK(Decompress(type, "", &out).code() == StatusCode::kCorruption);
    CHECK(Decompress(type, "\xff\xff", &out).code() == StatusCode::kCorruption);
  }
  std::string snappy_bomb;
  PutVarint32(&snappy_bomb, 900u << 20);
  CHECK(Decompress(kSnappy, snappy_bomb + "xxx", &out).code() == StatusCode::kCorruption);
  CHECK(Decompress(kSnappy, "", &out).code() == StatusCode::kCorruption);
  CHECK(out.capacity() < 1 << 20);
}

TEST_CASE("compression: a zstd frame is believed as far as its blocks go") {
  // A frame of a raw block that says it holds 900 MiB, as do its size and the table's.
  std::string frame("\x28\xb5\x2f\xfd\xa0", 5);
  PutFixed32(&frame, 900u << 20);
  frame += std::string("\x01\x00\x00", 3);
  frame.append(64 << 10, 'x');
  std::string payload;
  PutVarint32(&payload, 900u << 20);
  std::string out;
  const Status status = Decompress(kZstd, payload + frame, &out);
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK_THAT(status.ToString(), Catch::Contains("can hold no more than"));
  CHECK(out.capacity() < 1 << 20);
  for (size_t cut = 0; cut < 13; ++cut) {
    CHECK_FALSE(Decompress(kZstd, payload + frame.substr(0, cut), &out).ok());
  }
  // Raw, run-length and compressed blocks, several of each.
  std::string mixed(300 << 10, 'a');
  uint32_t state = 1;
  for (size_t i = 0; i < 300 << 10; ++i) {
    mixed += static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  }
  for (size_t i = 0; i < 300 << 10; ++i) mixed += static_cast<char>(i * i >> 7 & 15);
  CHECK(Decompress(kZstd, Zstd(mixed, static_cast<uint32_t>(mixed.size())), &out).ok());
  CHECK(out == mixed);
}

TEST_CASE("compression: the bound of each codec lets through what it can really do") {
  const std::string zeros(8 << 20, '\0');
  std::string out;
  CHECK(Decompress(kZstd, Zstd(zeros, static_cast<uint32_t>(zeros.size())), &out).ok());
  CHECK(Decompress(kLz4, Lz4(zeros, static_cast<uint32_t>(zeros.size())), &out).ok());
  std::string packed;
  snappy::Compress(zeros.data(), zeros.size(), &packed);
  CHECK(Decompress(kSnappy, packed, &out).ok());
  CHECK(out == zeros);
}

TEST_CASE("compression: codecs that are not read are named") {
  std::string out;
  const Status bzip2 = Decompress(3, "x", &out);
  CHECK(bzip2.code() == StatusCode::kNotSupported);
  CHECK(bzip2.ToString().find("bzip2") != std::string::npos);
  CHECK(Decompress(200, "x", &out).code() == StatusCode::kNotSupported);
}

}  // namespace rescale::sst
