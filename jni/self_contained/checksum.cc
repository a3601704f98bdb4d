// SPDX-License-Identifier: Apache-2.0
// Takes the place of native/base/checksum.cc, which needs ISA-L's shared library.
#include "base/checksum.h"

#include "base/crc32c_builtin.h"

namespace rescale {

uint32_t Crc32c(std::string_view data, uint32_t crc) { return Crc32cBuiltin(data, crc); }

}  // namespace rescale
