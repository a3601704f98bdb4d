// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "base/checksum.h"
#include "base/coding.h"
#include "manifest/log_reader.h"
#include "manifest/log_writer.h"
#include "manifest/memory_fs.h"

namespace rescale::manifest {
namespace {

constexpr char kPath[] = "/m/MANIFEST-000001";

std::string WriteLog(const std::vector<std::string>& records) {
  test::MemoryFs fs;
  auto file = std::move(fs.CreateFile(kPath, 0644)).value();
  LogWriter writer(file.get());
  for (const std::string& record : records) REQUIRE(writer.AddRecord(record).ok());
  REQUIRE(writer.Flush().ok());
  return fs.files[kPath];
}

struct Reading {
  std::vector<std::string> records;
  std::vector<uint64_t> offsets;
  std::vector<std::string> notes;
  Status status;
  uint64_t good_end = 0;
};

Reading ReadLog(const std::string& bytes) {
  test::MemoryFs fs;
  fs.files[kPath] = bytes;
  auto file = std::move(fs.OpenForRead(kPath)).value();
  LogReader reader(file.get());
  Reading reading;
  for (;;) {
    LogRecord record;
    auto more = reader.Read(&record);
    if (!more.ok()) reading.status = more.status();
    if (!more.ok() || !*more) break;
    reading.records.emplace_back(record.data);
    reading.offsets.push_back(record.offset_bytes);
  }
  reading.notes = reader.notes();
  reading.good_end = reader.good_end_bytes();
  CHECK(fs.largest_read_bytes <= kLogBlockBytes);
  return reading;
}

std::string Header(uint8_t type, std::string_view payload, uint32_t crc_error = 0,
                   std::string_view log_number = "") {
  std::string checked(1, static_cast<char>(type));
  checked.append(log_number).append(payload);
  std::string out;
  PutFixed32(&out, MaskCrc(Crc32c(checked)) ^ crc_error);
  PutFixed16(&out, static_cast<uint16_t>(payload.size()));
  return out + checked;
}

}  // namespace

TEST_CASE("log: records of every size around a block edge come back as written") {
  // The first record leaves 0..20 bytes in the block, among them no room for a header (0 to 6) and
  // room for nothing but a header (7).
  for (size_t left = 0; left <= 20; ++left) {
    const std::vector<std::string> records = {
        std::string(kLogBlockBytes - kLogHeaderBytes - left, 'a'), "second", "",
        std::string(3 * kLogBlockBytes + 17, 'c'), "last"};
    const Reading reading = ReadLog(WriteLog(records));
    INFO("left " << left << ": " << reading.status.ToString());
    CHECK(reading.status.ok());
    CHECK(reading.records == records);
    CHECK(reading.notes.empty());
    CHECK(reading.offsets[0] == 0);
    CHECK(reading.offsets[1] == kLogBlockBytes - (left < kLogHeaderBytes ? 0 : left));
  }
}

TEST_CASE("log: random records come back as written") {
  std::mt19937 random(20261130);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::string> records;
    for (int i = 0; i < 40; ++i) {
      const size_t size = random() % (random() % 4 == 0 ? 70000u : 3000u);
      records.emplace_back(size, static_cast<char>(random()));
    }
    CHECK(ReadLog(WriteLog(records)).records == records);
  }
}

TEST_CASE("log: an empty file has no record and no complaint") {
  const Reading reading = ReadLog("");
  CHECK(reading.status.ok());
  CHECK(reading.records.empty());
  CHECK(reading.notes.empty());
}

TEST_CASE("log: a torn tail is dropped and told, and what is before it kept") {
  const std::vector<std::string> records = {"first", std::string(40000, 'x'), "third"};
  const std::string bytes = WriteLog(records);
  const std::vector<size_t> ends = {12, 12 + 40000 + 2 * kLogHeaderBytes, bytes.size()};
  const auto near_an_end = [&ends](size_t size) {
    return std::any_of(ends.begin(), ends.end(),
                       [size](size_t end) { return size + 20 > end && size < end + 20; });
  };
  for (size_t size = 0; size <= bytes.size(); ++size) {
    const bool near_a_block = (size + 10) % kLogBlockBytes < 20;
    if (!near_an_end(size) && !near_a_block && size % 499 != 0) continue;
    const Reading reading = ReadLog(bytes.substr(0, size));
    INFO("cut at " << size << ": " << reading.status.ToString());
    // A cut at a block edge inside a record is no torn block for RocksDB either, but a torn record.
    CHECK(reading.status.ok());
    size_t whole = 0;
    while (whole < ends.size() && ends[whole] <= size) ++whole;
    CHECK(reading.records.size() == whole);
    const bool at_end = size == 0 || std::find(ends.begin(), ends.end(), size) != ends.end();
    CHECK(reading.notes.size() == (at_end ? 0 : 1));
    CHECK(reading.good_end == (whole == 0 ? 0 : ends[whole - 1]));
  }
}

TEST_CASE("log: a changed byte inside a complete record is Corruption with its offset") {
  std::vector<std::string> records = {"first", std::string(300, 'x'), "", "third", ""};
  const std::string bytes = WriteLog(records);
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const int bit : {0, 1, 2, 3, 4, 5, 6, 7}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
      const Reading reading = ReadLog(changed);
      INFO("byte " << at << " bit " << bit);
      REQUIRE(reading.status.code() == StatusCode::kCorruption);
      CHECK(reading.status.path() == kPath);
      REQUIRE(reading.status.offset_bytes());
      CHECK(*reading.status.offset_bytes() <= at);
      CHECK(*reading.status.offset_bytes() + kLogHeaderBytes + 300 > at);
    }
  }
}

TEST_CASE("log: a checksum mismatch tells what is stored and what was computed") {
  const Reading reading = ReadLog(Header(1, "abc") + Header(1, "def", 0x10000));
  CHECK(reading.records == std::vector<std::string>{"abc"});
  CHECK_THAT(reading.status.ToString(),
             Catch::StartsWith("/m/MANIFEST-000001: at 10: checksum mismatch in a log record of 3 "
                               "bytes (stored "));
}

TEST_CASE("log: zero padding is passed over, in the middle and at the end") {
  std::string bytes = Header(1, "abc");
  bytes.resize(kLogBlockBytes, '\0');
  bytes += Header(1, "def");
  CHECK(ReadLog(bytes).records == std::vector<std::string>{"abc", "def"});
  for (const size_t zeros : {1u, 6u, 7u, 8u, 5000u, 32768u, 70000u}) {
    const Reading reading = ReadLog(bytes + std::string(zeros, '\0'));
    INFO(zeros << " zeros: " << reading.status.ToString());
    CHECK(reading.status.ok());
    CHECK(reading.records.size() == 2);
    CHECK(reading.notes.empty());
  }
}

TEST_CASE("log: bytes behind a zero header are Corruption, not padding") {
  const Reading reading = ReadLog(Header(1, "abc") + std::string(20, '\0') + Header(1, "def"));
  CHECK(reading.status.ToString() ==
        "/m/MANIFEST-000001: at 10: a record of type 0 and length 0 that is not zero padding");
}

TEST_CASE("log: fragments out of order are Corruption") {
  CHECK(ReadLog(Header(3, "abc")).status.ToString() ==
        "/m/MANIFEST-000001: at 0: fragment of type 3 without a first fragment");
  CHECK(ReadLog(Header(4, "abc")).status.ToString() ==
        "/m/MANIFEST-000001: at 0: fragment of type 4 without a first fragment");
  CHECK(ReadLog(Header(2, "abc") + Header(1, "def")).status.ToString() ==
        "/m/MANIFEST-000001: at 0: a record of 3 bytes so far has no last fragment, a new record "
        "begins at 10");
  CHECK(ReadLog(Header(2, "abc") + Header(2, "def")).status.code() == StatusCode::kCorruption);
}

TEST_CASE("log: an empty first fragment without its end lost nothing") {
  const Reading reading = ReadLog(Header(2, "") + Header(1, "def"));
  CHECK(reading.status.ok());
  CHECK(reading.records == std::vector<std::string>{"def"});
}

TEST_CASE("log: recyclable records of log number 0 are read, others end the data") {
  const std::string zero(4, '\0');
  const std::string seven("\7\0\0\0", 4);
  const Reading reading =
      ReadLog(Header(5, "abc", 0, zero) + Header(6, "d", 0, zero) + Header(7, "e", 0, zero) +
              Header(8, "f", 0, zero) + Header(5, "old", 0, seven) + Header(1, "more"));
  CHECK(reading.status.ok());
  CHECK(reading.records == std::vector<std::string>{"abc", "def"});
  REQUIRE(reading.notes.size() == 1);
  CHECK(reading.notes[0] == "a recycled record of log 7 at 50 ends the data, as RocksDB reads it");
  CHECK(ReadLog(Header(5, "abc", 1, seven)).status.code() == StatusCode::kCorruption);
}

TEST_CASE("log: WAL-only and unknown record types are skipped or refused by kind") {
  const Reading skipped =
      ReadLog(Header(10, "sizes") + Header(130, "wal") + Header(200, "later") + Header(1, "abc"));
  CHECK(skipped.status.ok());
  CHECK(skipped.records == std::vector<std::string>{"abc"});
  CHECK(skipped.notes.size() == 3);
  CHECK(ReadLog(Header(9, "zstd")).status.code() == StatusCode::kNotSupported);
  CHECK(ReadLog(Header(12, "what")).status.ToString() ==
        "/m/MANIFEST-000001: at 0: unknown log record type 12");
  CHECK(ReadLog(Header(2, "abc") + Header(200, "later")).status.code() == StatusCode::kCorruption);
}

TEST_CASE("log: after damage the reader goes on with the next block") {
  std::string bytes = Header(1, "abc", 1) + Header(1, "lost");
  bytes.resize(kLogBlockBytes, '\0');
  bytes += Header(1, "def");
  test::MemoryFs fs;
  fs.files[kPath] = bytes;
  auto file = std::move(fs.OpenForRead(kPath)).value();
  LogReader reader(file.get());
  LogRecord record;
  CHECK_FALSE(reader.Read(&record).ok());
  const auto more = reader.Read(&record);
  REQUIRE((more.ok() && *more));
  CHECK(record.data == "def");
  CHECK(record.offset_bytes == kLogBlockBytes);
}

}  // namespace rescale::manifest
