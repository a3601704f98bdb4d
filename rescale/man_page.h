// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rescale::cli {

// rescale(1) in the man macros of groff and mandoc, made from the command table.
std::string ManPage();

}  // namespace rescale::cli
