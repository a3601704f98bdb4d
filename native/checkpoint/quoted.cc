// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/quoted.h"

#include <fmt/format.h>

namespace rescale::checkpoint {
namespace {

constexpr size_t kMaxShownBytes = 80;

std::string Between(std::string_view quote, std::string_view text) {
  std::string shown(quote);
  for (const char c : text.substr(0, kMaxShownBytes)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  shown += quote;
  if (text.size() > kMaxShownBytes) shown += fmt::format("... ({} bytes)", text.size());
  return shown;
}

}  // namespace

std::string Shown(std::string_view text) { return Between("", text); }

std::string Quoted(std::string_view text) { return Between("\"", text); }

}  // namespace rescale::checkpoint
