// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"

#include <fmt/format.h>

#include <random>

namespace rescale {

uint64_t RandomNonZero64() {
  std::random_device device;
  uint64_t v = 0;
  while (v == 0) v = uint64_t{device()} << 32 | device();
  return v;
}

std::string RandomSessionId() {
  static constexpr char kDigits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::random_device device;
  std::uniform_int_distribution<size_t> digit(0, 35);
  std::string id(20, '0');
  for (char& c : id) c = kDigits[digit(device)];
  return id;
}

std::string RandomUuid() {
  const uint64_t high = (RandomNonZero64() & ~0xf000ull) | 0x4000ull;              // version 4
  const uint64_t low = (RandomNonZero64() & ~(3ull << 62)) | (uint64_t{2} << 62);  // variant 10
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, (high >> 16) & 0xffff,
                     high & 0xffff, low >> 48, low & 0xffffffffffffull);
}

}  // namespace rescale
