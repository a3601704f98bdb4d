// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rescale::bench {

// "2 x Intel(R) ..., 23.4 GiB, Linux 6.1": for the head of a table.
std::string Machine();
// The command line, to be shown with its figures.
std::string CommandLine(int argc, char** argv);

}  // namespace rescale::bench
