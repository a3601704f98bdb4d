// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace rescale::test {

struct TerminalResult {
  int exit_code = -1;
  std::string screen;  // everything that was written to the terminal, as it came
};

// Runs `command` by bash in `directory` with a terminal of 100 x 30 as stdin, stdout and stderr,
// the built tool first on PATH and TERM=xterm. `environment` has more "NAME=value" settings.
TerminalResult RunOnTerminal(const std::string& command, const std::string& directory,
                             const std::vector<std::string>& environment = {});

}  // namespace rescale::test
