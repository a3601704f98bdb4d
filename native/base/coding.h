// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// RocksDB's integer encodings, `util/coding.h`: varints are LEB128 with the low group first, fixed
// widths are little-endian, "length-prefixed" is varint32 length then the bytes.
namespace rescale {

void PutFixed16(std::string* out, uint16_t v);
void PutFixed32(std::string* out, uint32_t v);
void PutFixed64(std::string* out, uint64_t v);
void PutVarint32(std::string* out, uint32_t v);
void PutVarint64(std::string* out, uint64_t v);
void PutVarsignedint64(std::string* out, int64_t v);  // zigzag
void PutLengthPrefixed(std::string* out, std::string_view v);

// Overwrites at `p`, or reads from it; the caller has checked that the bytes are there.
void EncodeFixed32(char* p, uint32_t v);
void EncodeFixed64(char* p, uint64_t v);
uint16_t DecodeFixed16(const char* p);
uint32_t DecodeFixed32(const char* p);
uint64_t DecodeFixed64(const char* p);

// Takes values off the front of a piece of memory. Each Get returns false, and leaves the position
// where it was, when the bytes are not there or a varint is too long. Never reads past the end.
class Decoder {
 public:
  explicit Decoder(std::string_view input) : begin_(input.data()), rest_(input) {}

  bool GetByte(uint8_t* v);
  bool GetFixed16(uint16_t* v);
  bool GetFixed32(uint32_t* v);
  bool GetFixed64(uint64_t* v);
  bool GetVarint32(uint32_t* v);
  bool GetVarint64(uint64_t* v);
  bool GetVarsignedint64(int64_t* v);
  bool GetLengthPrefixed(std::string_view* v);   // points into the input
  bool GetBytes(size_t n, std::string_view* v);  // points into the input

  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  // Bytes taken so far.
  size_t position() const { return static_cast<size_t>(rest_.data() - begin_); }

 private:
  const char* begin_;
  std::string_view rest_;
};

}  // namespace rescale
