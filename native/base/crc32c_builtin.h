// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace rescale {

// The same value as Crc32c, without ISA-L: for builds that must bring everything along, where ISA-L
// exists as a shared library only. Uses the CRC instruction of x86-64 (SSE 4.2, asked for at run
// time) and of aarch64 (where the compiler may), else tables.
uint32_t Crc32cBuiltin(std::string_view data, uint32_t crc = 0);

}  // namespace rescale
