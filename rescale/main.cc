// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cxxopts.hpp>
#include <new>
#include <string>
#include <vector>

#include "command_line.h"
#include "exit_code.h"
#include "interrupt.h"
#include "output.h"
#include "terminal.h"

// The one place of the tool that catches exceptions: cxxopts, fmt and the allocator throw.
int main(int argc, char** argv) {
  using rescale::Status;
  namespace cli = rescale::cli;

  cli::HoldStandardDescriptors();
  cli::InstallSignalHandlers();
  // The command line is views into the words, and is asked again when an error is told.
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  cli::CommandLine line;
  Status status;
  try {
    line = cli::SplitCommandLine(words);
    if (line.json) cli::HoldNotes();
    status = cli::RunCommandLine(line);
  } catch (const cxxopts::exceptions::exception& error) {
    status = cli::WithHint(Status::InvalidArgument(error.what()), line.command);
  } catch (const std::bad_alloc&) {
    status = Status::Internal("out of memory");
  } catch (const std::exception& error) {
    status = Status::Internal(error.what());
  }
  if (status.ok()) return cli::kExitOk;
  if (cli::StdoutPipeIsClosed() && !cli::WritesDatabases(line)) return cli::kExitPipeClosed;
  cli::WriteError(status, line.command, line.json);
  return cli::ExitCodeOf(status.code());
}
