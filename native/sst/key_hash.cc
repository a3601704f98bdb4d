// SPDX-License-Identifier: Apache-2.0
#include "sst/key_hash.h"

#include <array>

#include "base/coding.h"

namespace rescale::sst {
namespace {

__extension__ using Uint128 = unsigned __int128;

constexpr uint64_t kPrime32_1 = 0x9e3779b1u;
constexpr uint64_t kPrime32_2 = 0x85ebca77u;
constexpr uint64_t kPrime32_3 = 0xc2b2ae3du;
constexpr uint64_t kPrime64_1 = 0x9e3779b185ebca87ull;
constexpr uint64_t kPrime64_2 = 0xc2b2ae3d27d4eb4full;
constexpr uint64_t kPrime64_3 = 0x165667b19e3779f9ull;
constexpr uint64_t kPrime64_4 = 0x85ebca77c2b2ae63ull;
constexpr uint64_t kPrime64_5 = 0x27d4eb2f165667c5ull;

constexpr size_t kStripe = 64;
constexpr size_t kLanes = 8;
constexpr size_t kSecretMin = 136;

// XXH3's default secret, 192 bytes as little-endian words.
constexpr std::array<uint64_t, 24> kSecretWords = {
    0xbe4ba423396cfeb8, 0x1cad21f72c81017c, 0xdb979083e96dd4de, 0x1f67b3b7a4a44072,
    0x78e5c0cc4ee679cb, 0x2172ffcc7dd05a82, 0x8e2443f7744608b8, 0x4c263a81e69035e0,
    0xcb00c391bb52283c, 0xa32e531b8b65d088, 0x4ef90da297486471, 0xd8acdea946ef1938,
    0x3f349ce33f76faa8, 0x1d4f0bc7c7bbdcf9, 0x3159b4cd4be0518a, 0x647378d9c97e9fc8,
    0xc3ebd33483acc5ea, 0xeb6313faffa081c5, 0x49daf0b751dd0d17, 0x9e68d429265516d3,
    0xfca1477d58be162b, 0xce31d07ad1b8f88f, 0x280416958f3acb45, 0x7e404bbbcafbd7af};

// Eight bytes of the secret from any byte on.
uint64_t Secret(size_t offset) {
  const size_t word = offset / 8;
  const auto shift = static_cast<unsigned>(offset % 8) * 8;
  if (shift == 0) return kSecretWords[word];
  return kSecretWords[word] >> shift | kSecretWords[word + 1] << (64 - shift);
}

uint64_t Load64(std::string_view key, size_t offset) { return DecodeFixed64(key.data() + offset); }
uint64_t Load32(std::string_view key, size_t offset) { return DecodeFixed32(key.data() + offset); }

uint64_t FoldedProduct(uint64_t a, uint64_t b) {
  const Uint128 product = static_cast<Uint128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t Avalanche(uint64_t h) {
  h ^= h >> 37;
  h *= kPrime64_3;
  return h ^ h >> 32;
}

uint64_t Mix16(std::string_view key, size_t offset, size_t secret) {
  return FoldedProduct(Load64(key, offset) ^ Secret(secret),
                       Load64(key, offset + 8) ^ Secret(secret + 8));
}

uint64_t HashUpTo16(std::string_view key) {
  const size_t n = key.size();
  if (n == 0) return FoldedProduct(Secret(0), kPrime64_2);
  if (n <= 3) {
    const auto byte = [&](size_t i) { return uint64_t{static_cast<uint8_t>(key[i])}; };
    const uint64_t combined = byte(0) | byte(n / 2) << 8 | byte(n - 1) << 16 | uint64_t{n} << 24;
    return Avalanche((combined ^ (Secret(0) & 0xffffffffu)) * kPrime64_1);
  }
  if (n <= 8) {
    const uint64_t keyed = (Load32(key, 0) | Load32(key, n - 4) << 32) ^ Secret(0);
    const uint64_t mixed = n + (keyed ^ keyed >> 51) * kPrime32_1;
    return Avalanche((mixed ^ mixed >> 47) * kPrime64_2);
  }
  const uint64_t low = Load64(key, 0) ^ Secret(0);
  const uint64_t high = Load64(key, n - 8) ^ Secret(8);
  return Avalanche(n + low + high + FoldedProduct(low, high));
}

uint64_t HashUpTo128(std::string_view key) {
  const size_t n = key.size();
  uint64_t sum = n * kPrime64_1;
  // Pairs of 16 bytes from both ends inwards, as many as there are.
  for (size_t i = 0; i < (n + 31) / 32; ++i) {
    sum += Mix16(key, 16 * i, 32 * i);
    sum += Mix16(key, n - 16 * (i + 1), 32 * i + 16);
  }
  return Avalanche(sum);
}

uint64_t HashUpTo240(std::string_view key) {
  const size_t n = key.size();
  uint64_t sum = n * kPrime64_1;
  for (size_t i = 0; i < 8; ++i) sum += Mix16(key, 16 * i, 16 * i);
  sum = Avalanche(sum);
  for (size_t i = 8; i < n / 16; ++i) sum += Mix16(key, 16 * i, 16 * (i - 8) + 3);
  sum += Mix16(key, n - 16, kSecretMin - 17);
  return Avalanche(sum);
}

using Lanes = std::array<uint64_t, kLanes>;

void Accumulate(Lanes* lanes, std::string_view key, size_t offset, size_t secret) {
  for (size_t i = 0; i < kLanes; ++i) {
    const uint64_t data = Load64(key, offset + 8 * i);
    const uint64_t keyed = data ^ Secret(secret + 8 * i);
    (*lanes)[i] += data + (keyed & 0xffffffffu) * (keyed >> 32);
  }
}

uint64_t HashLong(std::string_view key) {
  constexpr size_t kSecretBytes = kSecretWords.size() * 8;
  constexpr size_t kStripesInBlock = (kSecretBytes - kStripe) / 8;
  Lanes lanes = {kPrime32_3, kPrime64_1, kPrime64_2, kPrime64_3,
                 kPrime64_4, kPrime32_2, kPrime64_5, kPrime32_1};
  const size_t stripes = key.size() / kStripe;
  for (size_t i = 0; i < stripes; ++i) {
    Accumulate(&lanes, key, i * kStripe, i % kStripesInBlock * 8);
    if ((i + 1) % kStripesInBlock == 0) {
      for (size_t j = 0; j < kLanes; ++j) {
        const uint64_t lane = lanes[j] ^ lanes[j] >> 47 ^ Secret(kSecretBytes - kStripe + 8 * j);
        lanes[j] = lane * kPrime32_1;
      }
    }
  }
  if (key.size() % kStripe != 0) {
    Accumulate(&lanes, key, key.size() - kStripe, kSecretBytes - kStripe - 7);
  }
  uint64_t result = key.size() * kPrime64_1;
  for (size_t i = 0; i < kLanes; i += 2) {
    result += FoldedProduct(lanes[i] ^ Secret(11 + 8 * i), lanes[i + 1] ^ Secret(19 + 8 * i));
  }
  return Avalanche(result);
}

}  // namespace

uint64_t FilterHash64(std::string_view key) {
  if (key.size() <= 16) return HashUpTo16(key);
  if (key.size() <= 128) return HashUpTo128(key);
  if (key.size() <= 240) return HashUpTo240(key);
  return HashLong(key);
}

uint32_t LegacyFilterHash(std::string_view key) {
  constexpr uint32_t kFactor = 0xc6a4a793;
  uint32_t h = 0xbc9f1d34u ^ static_cast<uint32_t>(key.size()) * kFactor;
  size_t i = 0;
  for (; i + 4 <= key.size(); i += 4) {
    h += DecodeFixed32(key.data() + i);
    h *= kFactor;
    h ^= h >> 16;
  }
  if (i < key.size()) {
    // The bytes left are taken with their sign.
    for (size_t left = key.size() - i; left > 0; --left) {
      const auto byte = static_cast<uint32_t>(static_cast<int8_t>(key[i + left - 1]));
      h += byte << (8 * (left - 1));
    }
    h *= kFactor;
    h ^= h >> 24;
  }
  return h;
}

}  // namespace rescale::sst
