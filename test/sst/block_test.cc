// SPDX-License-Identifier: Apache-2.0
#include "sst/block.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "base/coding.h"

namespace rescale::sst {
namespace {

std::string Entry(uint32_t shared, std::string_view tail, std::string_view value) {
  std::string out;
  PutVarint32(&out, shared);
  PutVarint32(&out, static_cast<uint32_t>(tail.size()));
  PutVarint32(&out, static_cast<uint32_t>(value.size()));
  out.append(tail).append(value);
  return out;
}

std::string Finish(std::string entries, const std::vector<uint32_t>& restarts, uint32_t flags = 0) {
  for (const uint32_t restart : restarts) PutFixed32(&entries, restart);
  PutFixed32(&entries, static_cast<uint32_t>(restarts.size()) | flags);
  return entries;
}

// "k=v k=v", or the error.
std::string Walk(std::string_view block, ValueCoding coding = ValueCoding::kSized) {
  const Result<BlockLayout> layout = ParseBlockLayout(block);
  if (!layout.ok()) return "error: " + layout.status().ToString();
  BlockCursor cursor(block, *layout, coding);
  std::string out;
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    if (!out.empty()) out += " ";
    out += std::string(cursor.key()) + "=";
    out += coding == ValueCoding::kSized ? std::string(cursor.value()) : ToString(cursor.handle());
    if (coding == ValueCoding::kHandleWithFirstKey) out += std::string(cursor.first_key());
  }
  return cursor.status().ok() ? out : "error: " + cursor.status().ToString();
}

bool Fails(std::string_view block, ValueCoding coding = ValueCoding::kSized) {
  return Walk(block, coding).starts_with("error: ");
}

}  // namespace

TEST_CASE("block: keys share the front of the key before") {
  const std::string first = Entry(0, "apple", "1");
  const std::string block = Finish(first + Entry(3, "ly", "2") + Entry(0, "b", ""), {0});
  CHECK(Walk(block) == "apple=1 apply=2 b=");
}

TEST_CASE("block: an empty block has one restart") {
  CHECK(Walk(Finish("", {0})) == "");
  CHECK(Fails(Finish("", {})));
  CHECK(Fails(Finish("", {0, 0})));
  CHECK(Fails(Finish("", {4})));
  CHECK(Fails(""));
  CHECK(Fails("abc"));
}

TEST_CASE("block: restarts must point at entries that share nothing") {
  const std::string a = Entry(0, "aa", "1");
  const std::string b = Entry(1, "b", "2");
  const std::string c = Entry(0, "ac", "3");
  const auto at_b = static_cast<uint32_t>(a.size());
  const auto at_c = static_cast<uint32_t>(a.size() + b.size());
  CHECK(Walk(Finish(a + b + c, {0, at_c})) == "aa=1 ab=2 ac=3");
  CHECK(Fails(Finish(a + b + c, {0, at_b})));
  CHECK(Fails(Finish(a + b + c, {0, at_c + 1})));
  CHECK(Fails(Finish(a + b + c, {0, at_c, at_c})));
  CHECK(Fails(Finish(a + b + c, {1})));
  CHECK(Fails(Finish(a + b + c, {0, 1000})));
}

TEST_CASE("block: lengths that reach past the entries are refused") {
  for (const uint32_t length : {3u, 100u, 0x7fffffffu, 0xffffffffu}) {
    for (int field = 0; field < 3; ++field) {
      std::string entry;
      for (int i = 0; i < 3; ++i) PutVarint32(&entry, i == field ? length : (i == 0 ? 0 : 1));
      entry += "kv";
      CAPTURE(length, field);
      CHECK(Fails(Finish(entry, {0})));
    }
  }
  for (const uint32_t count : {3u, 1000u, (1u << 28) - 1, 0u, 1u << 30}) {
    std::string block = Entry(0, "k", "v");
    PutFixed32(&block, 0);
    PutFixed32(&block, count);
    CAPTURE(count);
    CHECK(Fails(block));
  }
}

TEST_CASE("block: a hash index stands before the count and is checked") {
  const std::string entries = Entry(0, "k", "v");
  const auto with_buckets = [&](std::string buckets, uint16_t count) {
    std::string block = entries;
    PutFixed32(&block, 0);
    block += buckets;
    PutFixed16(&block, count);
    PutFixed32(&block, 1 | 1u << 31);
    return block;
  };
  CHECK(Walk(with_buckets(std::string("\x00\xff\xfe", 3), 3)) == "k=v");
  CHECK(Fails(with_buckets(std::string("\x01\xff\xfe", 3), 3)));
  CHECK(Fails(with_buckets("\xff", 60000)));
  CHECK(Fails(with_buckets("", 0)));
}

TEST_CASE("block: separated values are found by the offsets at restarts") {
  std::string keys;
  const auto add = [&](uint32_t shared, std::string_view tail, uint32_t size, int offset) {
    PutVarint32(&keys, shared);
    PutVarint32(&keys, static_cast<uint32_t>(tail.size()));
    PutVarint32(&keys, size);
    if (offset >= 0) PutVarint32(&keys, static_cast<uint32_t>(offset));
    keys += tail;
  };
  const auto finish = [&](uint32_t second_restart, int values_begin) {
    std::string block = keys + "onetwothree";
    PutFixed32(&block, 0);
    PutFixed32(&block, second_restart);
    PutFixed32(&block, values_begin < 0 ? static_cast<uint32_t>(keys.size())
                                        : static_cast<uint32_t>(values_begin));
    PutFixed32(&block, 2 | 1u << 28 | 1u << 29);
    return block;
  };
  add(0, "ka", 3, 0);
  add(1, "b", 3, -1);
  const auto second = static_cast<uint32_t>(keys.size());
  const std::string front = keys;
  add(0, "kc", 5, 6);
  CHECK(Walk(finish(second, -1)) == "ka=one kb=two kc=three");
  CHECK(Fails(finish(second, 10000)));
  CHECK(Fails(finish(second, 0)));
  keys = front;
  add(0, "kc", 5, 7);  // leaves a gap between the values
  CHECK(Fails(finish(second, -1)));
  keys = front;
  add(0, "kc", 4, 6);  // leaves a byte at the end
  CHECK(Fails(finish(second, -1)));
  keys = front;
  add(0, "kc", 6, 6);  // one byte too many
  CHECK(Fails(finish(second, -1)));
}

TEST_CASE("block: delta-coded handles follow from the handle before") {
  std::string entries;
  const auto head = [&](uint32_t shared, std::string_view tail) {
    PutVarint32(&entries, shared);
    PutVarint32(&entries, static_cast<uint32_t>(tail.size()));
    entries += tail;
  };
  head(0, "ka");
  AppendBlockHandle(&entries, {100, 50});
  head(1, "b");
  PutVarsignedint64(&entries, -20);
  head(0, "kc");
  AppendBlockHandle(&entries, {1000, 7});
  CHECK(Walk(Finish(entries, {0}), ValueCoding::kHandle) ==
        "ka=[100, +50] kb=[155, +30] kc=[1000, +7]");
  CHECK(Fails(Finish(entries.substr(0, entries.size() - 1), {0}), ValueCoding::kHandle));
}

TEST_CASE("block: seek finds the first key at or after") {
  std::string entries;
  std::vector<uint32_t> restarts;
  for (int i = 0; i < 50; ++i) {
    if (i % 4 == 0) restarts.push_back(static_cast<uint32_t>(entries.size()));
    entries +=
        Entry(i % 4 == 0 ? 0 : 1, (i % 4 == 0 ? "k" : "") + std::to_string(100 + 2 * i), "v");
  }
  const std::string block = Finish(entries, restarts);
  BlockCursor cursor(block, *ParseBlockLayout(block));
  for (int target = 99; target < 202; ++target) {
    const std::string key = "k" + std::to_string(1000 + target).substr(1);
    cursor.Seek([&](std::string_view k) { return k >= key; });
    const int expected = std::max(100, target + target % 2);
    CAPTURE(target);
    REQUIRE(cursor.Valid() == (expected < 200));
    if (cursor.Valid()) CHECK(cursor.key() == "k" + std::to_string(expected));
  }
}

TEST_CASE("block: random bytes never lead outside") {
  std::mt19937 engine(7);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 20000; ++round) {
    std::string block(random() % 60, '\0');
    for (char& c : block) c = static_cast<char>(random() % 4 == 0 ? random() : random() % 8);
    if (block.size() >= 4 && round % 2 == 0) {
      EncodeFixed32(block.data() + block.size() - 4,
                    1 + random() % 3 + ((random() % 4) << 28 & (1u << 28 | 1u << 29)));
    }
    // Nothing to compare with: reading out of bounds is what sanitizers would show, and a walk
    // that does not end is what the test's time would.
    (void)Walk(block);
    (void)Walk(block, ValueCoding::kHandle);
    (void)Walk(block, ValueCoding::kHandleWithFirstKey);
  }
  SUCCEED();
}

}  // namespace rescale::sst
