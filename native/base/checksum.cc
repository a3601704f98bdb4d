// SPDX-License-Identifier: Apache-2.0
#include "base/checksum.h"

#include <isa-l/crc.h>

#include <algorithm>
#include <limits>

namespace rescale {

uint32_t Crc32c(std::string_view data, uint32_t crc) {
  // ISA-L computes the bare polynomial remainder: it neither starts from nor ends in the
  // complement. Its argument is not const, though it only reads, and its length is an int.
  uint32_t state = ~crc;
  while (!data.empty()) {
    const size_t n = std::min<size_t>(data.size(), std::numeric_limits<int>::max());
    auto* bytes = reinterpret_cast<unsigned char*>(const_cast<char*>(data.data()));  // NOLINT
    state = crc32_iscsi(bytes, static_cast<int>(n), state);
    data.remove_prefix(n);
  }
  return ~state;
}

}  // namespace rescale
