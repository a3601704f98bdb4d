// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rescale {

// "00ff": two lower case digits a byte.
std::string ToHex(std::string_view bytes);

}  // namespace rescale
