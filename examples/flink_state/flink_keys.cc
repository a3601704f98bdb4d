// SPDX-License-Identifier: Apache-2.0
#include "flink_state/flink_keys.h"

namespace flink_state {
namespace {

void PutBigEndian64(std::string* out, uint64_t v) {
  for (int shift = 56; shift >= 0; shift -= 8) {
    out->push_back(static_cast<char>(static_cast<unsigned char>(v >> shift)));
  }
}

constexpr char kVoidNamespace = '\0';

}  // namespace

uint64_t Mix(uint64_t a, uint64_t b) {
  // splitmix64's finalizer, twice.
  uint64_t x = a * 0x9e3779b97f4a7c15ull + b;
  for (int i = 0; i < 2; ++i) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    x ^= x >> 31;
  }
  return x;
}

std::string UserKey(uint64_t seed, uint64_t id) {
  static constexpr char kDigits[] = "0123456789abcdef";
  uint64_t v = Mix(seed, id);
  std::string text = "user-";
  for (int i = 0; i < 16; ++i, v <<= 4) text.push_back(kDigits[v >> 60]);
  return text;
}

int32_t JavaHashCode(const std::string& text) {
  uint32_t hash = 0;
  for (const char c : text) hash = hash * 31 + static_cast<unsigned char>(c);
  return static_cast<int32_t>(hash);
}

std::string SerializedString(const std::string& text) {
  return std::string(1, static_cast<char>(text.size() + 1)) + text;
}

std::string ValueStateKey(const std::string& prefix, const std::string& user_key) {
  return prefix + SerializedString(user_key) + kVoidNamespace;
}

std::string WindowStateKey(const std::string& prefix, const std::string& user_key,
                           uint64_t minute) {
  std::string key = prefix + SerializedString(user_key);
  PutBigEndian64(&key, minute * 60'000);
  PutBigEndian64(&key, minute * 60'000 + 59'999);
  return key;
}

std::string TimerKey(const std::string& prefix, uint64_t timestamp_ms,
                     const std::string& user_key) {
  std::string key = prefix;
  PutBigEndian64(&key, timestamp_ms ^ (uint64_t{1} << 63));  // TimerSerializer flips the sign bit
  return key + SerializedString(user_key) + kVoidNamespace;
}

}  // namespace flink_state
