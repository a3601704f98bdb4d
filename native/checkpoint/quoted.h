// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rescale::checkpoint {

// Text of unknown origin for a message: on one line, at most 80 bytes of it. What is not printable
// ASCII becomes \xNN; of longer text the length is told.
std::string Shown(std::string_view text);
// The same in quotes.
std::string Quoted(std::string_view text);

}  // namespace rescale::checkpoint
