// SPDX-License-Identifier: Apache-2.0
#include "sst/compression.h"

#include <fmt/format.h>
#include <lz4.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>

#include "base/coding.h"

namespace rescale::sst {
namespace {

constexpr uint64_t kZstdBlockBytes = 128 << 10;  // the most that a block of a frame stands for

std::string_view DictionaryBytes(const CompressionDictionary* dictionary) {
  return dictionary == nullptr ? std::string_view() : dictionary->bytes();
}

Status Damaged(std::string_view codec, std::string_view what) {
  return Status::Corruption(fmt::format("{} block: {}", codec, what));
}

// The most raw bytes that `size` bytes of a codec's stream can stand for, never less.
uint64_t MostRawBytes(CompressionType type, uint64_t size) {
  switch (type) {
    case CompressionType::kSnappy:
      return size * 22;  // a copy of at most 64 bytes takes three
    case CompressionType::kZlib:
      return (size + 1) * 1032;  // 258 bytes by a quarter of a byte
    case CompressionType::kLz4:
    case CompressionType::kLz4hc:
      return (size + 1) * 255;
    default:
      return 0;  // none, or asked of the frame
  }
}

// At least as many raw bytes as the blocks of a zstd frame can stand for, from their headers alone
// (RFC 8878, 3.1.1): a raw or run-length block says how many, a compressed one has at most 128 KiB.
// What the frame claims as a whole is not believed. 0 when it is no such frame.
uint64_t MostZstdBytes(std::string_view body) {
  constexpr size_t kMagicBytes = 4;
  if (body.size() <= kMagicBytes) return 0;
  const auto byte = [&](size_t at) -> uint32_t { return static_cast<uint8_t>(body[at]); };
  const uint32_t descriptor = byte(kMagicBytes);
  const bool single_segment = (descriptor >> 5 & 1) != 0;
  constexpr std::array<size_t, 4> kIdBytes = {0, 1, 2, 4};
  const std::array<size_t, 4> size_bytes = {single_segment ? size_t{1} : 0, 2, 4, 8};
  size_t at = kMagicBytes + 1 + (single_segment ? 0 : 1) + kIdBytes[descriptor & 3] +
              size_bytes[descriptor >> 6];
  uint64_t most = 0;
  for (bool last = false; !last && at + 3 <= body.size();) {
    const uint32_t header = byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16;
    last = (header & 1) != 0;
    const uint32_t type = header >> 1 & 3;
    const uint32_t size = header >> 3;
    at += 3 + (type == 1 ? 1 : size);  // 1: one byte, repeated
    if (at > body.size()) break;
    most += type == 2 ? kZstdBlockBytes : std::min<uint64_t>(size, kZstdBlockBytes);
  }
  return most;
}

Status PrepareOutput(CompressionType type, uint64_t raw_size, std::string_view body,
                     std::string* out) {
  const std::string name = CompressionTypeName(static_cast<uint8_t>(type));
  if (raw_size > kMaxBlockBytes) {
    return Status::Corruption(fmt::format("{} block claims {} bytes; at most {} are read", name,
                                          raw_size, kMaxBlockBytes));
  }
  const uint64_t most =
      type == CompressionType::kZstd ? MostZstdBytes(body) : MostRawBytes(type, body.size());
  if (raw_size > most) {
    return Status::Corruption(
        fmt::format("{} block claims {} bytes, but its {} bytes can hold no more than {}", name,
                    raw_size, body.size(), most));
  }
  out->resize(raw_size);
  return Status::Ok();
}

// What a zstd frame says of itself, when it does, before memory is asked for.
Status CheckZstdFrame(std::string_view body, uint64_t raw_size) {
  const unsigned long long own = ZSTD_getFrameContentSize(body.data(), body.size());
  if (own == ZSTD_CONTENTSIZE_ERROR) return Damaged("zstd", "no zstd frame");
  if (own != ZSTD_CONTENTSIZE_UNKNOWN && own != raw_size) {
    return Damaged("zstd", fmt::format("{} bytes claimed, {} in the frame", raw_size, own));
  }
  return Status::Ok();
}

Status DecompressSnappy(std::string_view payload, std::string* out) {
  size_t raw_size = 0;
  if (!snappy::GetUncompressedLength(payload.data(), payload.size(), &raw_size)) {
    return Damaged("snappy", "raw size cut short");
  }
  RESCALE_RETURN_IF_ERROR(PrepareOutput(CompressionType::kSnappy, raw_size, payload, out));
  if (!snappy::RawUncompress(payload.data(), payload.size(), out->data())) {
    return Damaged("snappy", "damaged");
  }
  return Status::Ok();
}

Status DecompressZlib(std::string_view body, std::string_view dictionary, std::string* out) {
  z_stream stream = {};
  // RocksDB writes with a window of 14 bits; the largest window reads every smaller one.
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return Status::Internal("zlib: inflateInit2");
  int code = Z_OK;
  if (!dictionary.empty()) {
    code = inflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary.data()),
                                static_cast<uInt>(dictionary.size()));
  }
  if (code == Z_OK) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    stream.avail_in = static_cast<uInt>(body.size());
    stream.next_out = reinterpret_cast<Bytef*>(out->data());
    stream.avail_out = static_cast<uInt>(out->size());
    code = inflate(&stream, Z_FINISH);
  }
  const bool whole = code == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
  inflateEnd(&stream);
  return whole ? Status::Ok()
               : Damaged("zlib", fmt::format("damaged or not of its size ({})", code));
}

Status DecompressLz4(std::string_view body, std::string_view dictionary, std::string* out) {
  const int size = LZ4_decompress_safe_usingDict(
      body.data(), out->data(), static_cast<int>(body.size()), static_cast<int>(out->size()),
      dictionary.data(), static_cast<int>(dictionary.size()));
  if (size < 0 || static_cast<size_t>(size) != out->size()) {
    return Damaged("lz4", fmt::format("damaged or not of its size: {} bytes expected, found {}",
                                      out->size(), size));
  }
  return Status::Ok();
}

}  // namespace

struct CompressionDictionary::Zstd {
  ZSTD_DDict* dictionary;
};

CompressionDictionary::CompressionDictionary(std::string bytes) : bytes_(std::move(bytes)) {
  if (bytes_.empty()) return;
  if (ZSTD_DDict* made = ZSTD_createDDict(bytes_.data(), bytes_.size()); made != nullptr) {
    zstd_ = std::make_unique<Zstd>(Zstd{made});
  }
}

CompressionDictionary::~CompressionDictionary() {
  if (zstd_) ZSTD_freeDDict(zstd_->dictionary);
}

struct Decompressor::Context {
  ZSTD_DCtx* zstd = nullptr;
  ~Context() { ZSTD_freeDCtx(zstd); }
};

Decompressor::Decompressor() : context_(std::make_unique<Context>()) {}
Decompressor::~Decompressor() = default;
Decompressor::Decompressor(Decompressor&&) noexcept = default;
Decompressor& Decompressor::operator=(Decompressor&&) noexcept = default;

Status Decompressor::DecompressZstd(std::string_view body, const CompressionDictionary* dictionary,
                                    std::string* out) {
  if (context_->zstd == nullptr) context_->zstd = ZSTD_createDCtx();
  if (context_->zstd == nullptr) return Status::Internal("zstd: no memory for a context");
  size_t size = 0;
  if (DictionaryBytes(dictionary).empty()) {
    size = ZSTD_decompressDCtx(context_->zstd, out->data(), out->size(), body.data(), body.size());
  } else if (dictionary->zstd_ == nullptr) {
    return Damaged("zstd", "the table's dictionary is not one of zstd");
  } else {
    size = ZSTD_decompress_usingDDict(context_->zstd, out->data(), out->size(), body.data(),
                                      body.size(), dictionary->zstd_->dictionary);
  }
  if (ZSTD_isError(size) != 0) return Damaged("zstd", ZSTD_getErrorName(size));
  if (size != out->size()) {
    return Damaged("zstd", fmt::format("{} bytes expected, found {}", out->size(), size));
  }
  return Status::Ok();
}

Status Decompressor::Decompress(uint8_t compression_type, std::string_view payload,
                                const CompressionDictionary* dictionary, std::string* out) {
  const auto type = static_cast<CompressionType>(compression_type);
  switch (type) {
    case CompressionType::kNone:
      out->assign(payload);
      return Status::Ok();
    case CompressionType::kSnappy:
      return DecompressSnappy(payload, out);
    case CompressionType::kZlib:
    case CompressionType::kLz4:
    case CompressionType::kLz4hc:
    case CompressionType::kZstd:
      break;
    default:
      return Status::NotSupported(
          fmt::format("compression {}; none, snappy, zlib, lz4, lz4hc and zstd are read",
                      CompressionTypeName(compression_type)));
  }
  Decoder in(payload);
  uint32_t raw_size = 0;
  if (!in.GetVarint32(&raw_size)) {
    return Damaged(CompressionTypeName(compression_type), "raw size cut short");
  }
  const std::string_view body = in.rest();
  if (type == CompressionType::kZstd) RESCALE_RETURN_IF_ERROR(CheckZstdFrame(body, raw_size));
  RESCALE_RETURN_IF_ERROR(PrepareOutput(type, raw_size, body, out));
  if (type == CompressionType::kZstd) return DecompressZstd(body, dictionary, out);
  const std::string_view dictionary_bytes = DictionaryBytes(dictionary);
  return type == CompressionType::kZlib ? DecompressZlib(body, dictionary_bytes, out)
                                        : DecompressLz4(body, dictionary_bytes, out);
}

}  // namespace rescale::sst
