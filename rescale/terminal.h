// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rescale::cli {

// What a file descriptor is written to, asked once of the system and the environment.
struct Terminal {
  bool is_terminal = false;  // also TERM is not "dumb": lines can be redrawn
  bool colour = false;       // a terminal, and NO_COLOR is unset or empty
  int columns = 80;
  int rows = 24;
};
Terminal TerminalOf(int file_descriptor);

// Makes sure that descriptors 0, 1 and 2 are open: were one closed, the next file opened would get
// its number, and text meant for the terminal would end in it. A stand-in for 1 or 2 refuses
// writes, so that a closed stdout is still reported.
void HoldStandardDescriptors();

}  // namespace rescale::cli
