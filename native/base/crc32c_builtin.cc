// SPDX-License-Identifier: Apache-2.0
// The instruction takes eight bytes in three cycles but can begin one every cycle, so long input is
// read as three streams side by side. Their remainders are put together by shifting the earlier one
// over the bytes of the later one: a linear map, kept as one table a byte.
#include "base/crc32c_builtin.h"

#include <array>
#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#define RESCALE_CRC32C_TARGET [[gnu::target("sse4.2")]]
#elif defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#define RESCALE_CRC32C_TARGET
#endif

namespace rescale {
namespace {

constexpr uint32_t kPolynomial = 0x82f63b78;  // Castagnoli, bits reversed

using Table = std::array<uint32_t, 256>;

constexpr Table MakeByteTable() {
  Table table{};
  for (uint32_t byte = 0; byte < table.size(); ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    table[byte] = crc;
  }
  return table;
}
constexpr Table kByteTable = MakeByteTable();

uint32_t ByTable(std::string_view data, uint32_t crc) {
  for (const char c : data) {
    crc = (crc >> 8) ^ kByteTable[(crc ^ static_cast<unsigned char>(c)) & 0xff];
  }
  return crc;
}

#ifdef RESCALE_CRC32C_TARGET

// A linear map of 32 bits: what each bit becomes.
using Matrix = std::array<uint32_t, 32>;

constexpr uint32_t Times(const Matrix& matrix, uint32_t vector) {
  uint32_t sum = 0;
  for (size_t bit = 0; bit < matrix.size(); ++bit) {
    if ((vector >> bit & 1) != 0) sum ^= matrix[bit];
  }
  return sum;
}

constexpr Matrix Square(const Matrix& matrix) {
  Matrix square{};
  for (size_t bit = 0; bit < matrix.size(); ++bit) square[bit] = Times(matrix, matrix[bit]);
  return square;
}

// Shifts a remainder over `1 << log2_bytes` zero bytes.
using Shift = std::array<Table, 4>;

constexpr Shift MakeShift(int log2_bytes) {
  Matrix matrix{};  // over one zero bit
  matrix[0] = kPolynomial;
  for (size_t bit = 1; bit < matrix.size(); ++bit) matrix[bit] = uint32_t{1} << (bit - 1);
  for (int i = 0; i < log2_bytes + 3; ++i) matrix = Square(matrix);
  Shift shift{};
  for (size_t byte = 0; byte < shift.size(); ++byte) {
    for (uint32_t value = 0; value < 256; ++value) {
      shift[byte][value] = Times(matrix, value << (8 * byte));
    }
  }
  return shift;
}

uint32_t Apply(const Shift& shift, uint32_t crc) {
  return shift[0][crc & 0xff] ^ shift[1][crc >> 8 & 0xff] ^ shift[2][crc >> 16 & 0xff] ^
         shift[3][crc >> 24];
}

uint64_t Load(const char* bytes) {
  uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

#if defined(__x86_64__)
bool HasInstruction() { return __builtin_cpu_supports("sse4.2") != 0; }
RESCALE_CRC32C_TARGET inline uint64_t Step(uint64_t crc, uint64_t word) {
  return _mm_crc32_u64(crc, word);
}
#else
bool HasInstruction() { return true; }
inline uint64_t Step(uint64_t crc, uint64_t word) {
  return __crc32cd(static_cast<uint32_t>(crc), word);
}
#endif

// Takes as many triples of streams, each `1 << kLog2Bytes` long, as there are.
template <int kLog2Bytes>
RESCALE_CRC32C_TARGET uint32_t ThreeStreams(std::string_view* data, uint32_t crc) {
  static constexpr Shift kShift = MakeShift(kLog2Bytes);
  constexpr size_t kBytes = size_t{1} << kLog2Bytes;
  while (data->size() >= 3 * kBytes) {
    const char* bytes = data->data();
    uint64_t first = crc;
    uint64_t second = 0;
    uint64_t third = 0;
    for (size_t at = 0; at < kBytes; at += 8) {
      first = Step(first, Load(bytes + at));
      second = Step(second, Load(bytes + at + kBytes));
      third = Step(third, Load(bytes + at + 2 * kBytes));
    }
    const uint32_t both =
        Apply(kShift, static_cast<uint32_t>(first)) ^ static_cast<uint32_t>(second);
    crc = Apply(kShift, both) ^ static_cast<uint32_t>(third);
    data->remove_prefix(3 * kBytes);
  }
  return crc;
}

RESCALE_CRC32C_TARGET uint32_t ByInstruction(std::string_view data, uint32_t crc) {
  crc = ThreeStreams<13>(&data, crc);
  crc = ThreeStreams<8>(&data, crc);
  uint64_t state = crc;
  while (data.size() >= 8) {
    state = Step(state, Load(data.data()));
    data.remove_prefix(8);
  }
  return ByTable(data, static_cast<uint32_t>(state));
}

#endif

}  // namespace

uint32_t Crc32cBuiltin(std::string_view data, uint32_t crc) {
#ifdef RESCALE_CRC32C_TARGET
  static const bool has_instruction = HasInstruction();
  if (has_instruction) return ~ByInstruction(data, ~crc);
#endif
  return ~ByTable(data, ~crc);
}

}  // namespace rescale
