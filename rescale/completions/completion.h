// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

// Shell completions, made from the command table. A completion offers commands, flags, and for
// values and arguments the files, directories or fixed words that fit.
namespace rescale::cli {

std::string BashCompletion();
std::string ZshCompletion();
std::string FishCompletion();

}  // namespace rescale::cli
