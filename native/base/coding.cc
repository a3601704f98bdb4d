// SPDX-License-Identifier: Apache-2.0
#include "base/coding.h"

#include <bit>
#include <cstring>

namespace rescale {
namespace {

static_assert(std::endian::native == std::endian::little, "fixed widths are copied as they are");

template <typename T>
void PutRaw(std::string* out, T v) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &v, sizeof(T));
  out->append(bytes, sizeof(T));
}

template <typename T>
T DecodeRaw(const char* p) {
  T v;
  std::memcpy(&v, p, sizeof(T));
  return v;
}

template <typename T>
bool GetRaw(std::string_view* rest, T* v) {
  if (rest->size() < sizeof(T)) return false;
  *v = DecodeRaw<T>(rest->data());
  rest->remove_prefix(sizeof(T));
  return true;
}

// Takes a varint of at most `max_bits` bits; false when it is cut short or larger.
bool GetVarint(std::string_view* rest, int max_bits, uint64_t* v) {
  uint64_t result = 0;
  size_t used = 0;
  for (int shift = 0; shift < max_bits && used < rest->size(); shift += 7) {
    const auto byte = static_cast<uint8_t>((*rest)[used++]);
    const auto group = static_cast<uint64_t>(byte & 0x7f);
    if (shift + 7 > max_bits && (group >> (max_bits - shift)) != 0) return false;
    result |= group << shift;
    if ((byte & 0x80) == 0) {
      rest->remove_prefix(used);
      *v = result;
      return true;
    }
  }
  return false;
}

}  // namespace

void PutFixed16(std::string* out, uint16_t v) { PutRaw(out, v); }
void PutFixed32(std::string* out, uint32_t v) { PutRaw(out, v); }
void PutFixed64(std::string* out, uint64_t v) { PutRaw(out, v); }

void PutVarint64(std::string* out, uint64_t v) {
  while (v >= 0x80) {
    out->push_back(static_cast<char>(v | 0x80));
    v >>= 7;
  }
  out->push_back(static_cast<char>(v));
}

void PutVarint32(std::string* out, uint32_t v) { PutVarint64(out, v); }

void PutVarsignedint64(std::string* out, int64_t v) {
  PutVarint64(out, (static_cast<uint64_t>(v) << 1) ^ static_cast<uint64_t>(v >> 63));
}

void PutLengthPrefixed(std::string* out, std::string_view v) {
  PutVarint32(out, static_cast<uint32_t>(v.size()));
  out->append(v);
}

void EncodeFixed32(char* p, uint32_t v) { std::memcpy(p, &v, sizeof(v)); }
void EncodeFixed64(char* p, uint64_t v) { std::memcpy(p, &v, sizeof(v)); }
uint16_t DecodeFixed16(const char* p) { return DecodeRaw<uint16_t>(p); }
uint32_t DecodeFixed32(const char* p) { return DecodeRaw<uint32_t>(p); }
uint64_t DecodeFixed64(const char* p) { return DecodeRaw<uint64_t>(p); }

bool Decoder::GetByte(uint8_t* v) { return GetRaw(&rest_, v); }
bool Decoder::GetFixed16(uint16_t* v) { return GetRaw(&rest_, v); }
bool Decoder::GetFixed32(uint32_t* v) { return GetRaw(&rest_, v); }
bool Decoder::GetFixed64(uint64_t* v) { return GetRaw(&rest_, v); }

bool Decoder::GetVarint32(uint32_t* v) {
  uint64_t wide = 0;
  if (!GetVarint(&rest_, 32, &wide)) return false;
  *v = static_cast<uint32_t>(wide);
  return true;
}

bool Decoder::GetVarint64(uint64_t* v) { return GetVarint(&rest_, 64, v); }

bool Decoder::GetVarsignedint64(int64_t* v) {
  uint64_t zigzag = 0;
  if (!GetVarint64(&zigzag)) return false;
  *v = static_cast<int64_t>(zigzag >> 1) ^ -static_cast<int64_t>(zigzag & 1);
  return true;
}

bool Decoder::GetBytes(size_t n, std::string_view* v) {
  if (rest_.size() < n) return false;
  *v = rest_.substr(0, n);
  rest_.remove_prefix(n);
  return true;
}

bool Decoder::GetLengthPrefixed(std::string_view* v) {
  const std::string_view before = rest_;
  uint32_t size = 0;
  if (GetVarint32(&size) && GetBytes(size, v)) return true;
  rest_ = before;
  return false;
}

}  // namespace rescale
