// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rescale/status.h"

namespace rescale::cli {

// The exit status of the process: a part of the interface, listed by every --help.
enum ExitCode : int {
  kExitOk = 0,
  kExitFailed = 1,         // the system, a missing file, or our own fault
  kExitUsage = 2,          // the question makes no sense; nothing was touched
  kExitCorruption = 3,     // bytes contradict their format or checksum
  kExitNotSupported = 4,   // sound, but beyond us
  kExitUnavailable = 5,    // the target is there, or somebody holds a lock
  kExitInterrupted = 130,  // stopped by a signal, as a shell reports SIGINT
  kExitPipeClosed = 141,   // nobody reads stdout any more, as a shell reports SIGPIPE
};

ExitCode ExitCodeOf(StatusCode code);

// "InvalidArgument", "Corruption", ...: the name of a code for programs, never reworded.
std::string_view CodeIdentifier(StatusCode code);

struct ExitStatusLine {
  ExitCode code;
  std::string_view meaning;
};
// Every exit status with its meaning, in ascending order, for help and manual page.
inline constexpr ExitStatusLine kExitStatusLines[] = {
    {kExitOk, "done"},
    {kExitFailed, "the system failed, a file is missing, or a fault of rescale itself"},
    {kExitUsage, "the arguments make no sense; nothing was touched"},
    {kExitCorruption, "damaged input: bytes contradict their format or checksum"},
    {kExitNotSupported, "sound input that rescale does not handle"},
    {kExitUnavailable, "the target exists already, or a database is in use"},
    {kExitInterrupted, "stopped by SIGINT or SIGTERM; nothing partial is left"},
    {kExitPipeClosed, "the reader of stdout has gone, as head does; of commands that write no database"},
};

}  // namespace rescale::cli
