// SPDX-License-Identifier: Apache-2.0
#include "terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace rescale::cli {

Terminal TerminalOf(int file_descriptor) {
  Terminal terminal;
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  terminal.is_terminal = isatty(file_descriptor) == 1 && !dumb;
  const char* no_colour = std::getenv("NO_COLOR");
  terminal.colour = terminal.is_terminal && (no_colour == nullptr || *no_colour == '\0');
  winsize size{};
  if (ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    terminal.columns = size.ws_col;
    terminal.rows = size.ws_row;
  }
  return terminal;
}

void HoldStandardDescriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // The lowest free number is this one. Read-only: a write to it fails, as it did before.
    if (open("/dev/null", O_RDONLY) != descriptor) std::abort();
  }
}

}  // namespace rescale::cli
