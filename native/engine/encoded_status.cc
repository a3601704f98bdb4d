// SPDX-License-Identifier: Apache-2.0
#include "engine/encoded_status.h"

#include "base/coding.h"

namespace rescale::engine {
namespace {

constexpr std::string_view kFrameEnd = ": ";

}  // namespace

std::string EncodeStatus(const Status& status) {
  std::string bytes(1, static_cast<char>(status.code()));
  PutLengthPrefixed(&bytes, status.message());
  PutLengthPrefixed(&bytes, status.path());
  PutLengthPrefixed(&bytes, status.frames());
  bytes += status.offset_bytes() ? '\1' : '\0';
  PutFixed64(&bytes, status.offset_bytes().value_or(0));
  return bytes;
}

std::optional<Status> DecodeStatus(std::string_view bytes) {
  Decoder decoder(bytes);
  uint8_t code = 0;
  std::string_view message;
  std::string_view path;
  std::string_view frames;
  uint8_t has_offset = 0;
  uint64_t offset_bytes = 0;
  const bool whole = decoder.GetByte(&code) && decoder.GetLengthPrefixed(&message) &&
                     decoder.GetLengthPrefixed(&path) && decoder.GetLengthPrefixed(&frames) &&
                     decoder.GetByte(&has_offset) && decoder.GetFixed64(&offset_bytes) &&
                     decoder.empty();
  if (!whole || code > static_cast<uint8_t>(StatusCode::kCancelled)) return std::nullopt;
  Status status(static_cast<StatusCode>(code), std::string(message));
  status = has_offset != 0 ? std::move(status).At(path, offset_bytes) : std::move(status).At(path);
  if (frames.ends_with(kFrameEnd)) frames.remove_suffix(kFrameEnd.size());
  return frames.empty() ? status : std::move(status).Within(frames);
}

}  // namespace rescale::engine
