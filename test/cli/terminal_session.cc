// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal_session.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

namespace rescale::test {

namespace {

[[noreturn]] void Become(const std::string& terminal_name, const std::string& command,
                         const std::string& directory,
                         const std::vector<std::string>& environment) {
  setsid();
  const int terminal = open(terminal_name.c_str(), O_RDWR);
  const winsize size{30, 100, 0, 0};
  if (terminal < 0 || ioctl(terminal, TIOCSWINSZ, &size) != 0 || dup2(terminal, 0) < 0 ||
      dup2(terminal, 1) < 0 || dup2(terminal, 2) < 0 || chdir(directory.c_str()) != 0) {
    _exit(99);
  }
  const char* path = std::getenv("PATH");
  setenv("PATH", (std::string(RESCALE_BINARY_DIRECTORY ":") + (path ? path : "")).c_str(), 1);
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  for (const std::string& setting : environment) {
    const size_t equals = setting.find('=');
    setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 1);
  }
  execl("/bin/bash", "bash", "-c", command.c_str(), nullptr);
  _exit(98);
}

}  // namespace

TerminalResult RunOnTerminal(const std::string& command, const std::string& directory,
                             const std::vector<std::string>& environment) {
  const int controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (controller < 0 || grantpt(controller) != 0 || unlockpt(controller) != 0) {
    throw std::runtime_error("no pseudo-terminal");
  }
  const std::string name = ptsname(controller);
  const pid_t child = fork();
  if (child == 0) Become(name, command, directory, environment);
  TerminalResult result;
  char buffer[4096];
  // Ends with EIO when the last process has closed its side.
  for (ssize_t got; (got = read(controller, buffer, sizeof buffer)) > 0;) {
    result.screen.append(buffer, static_cast<size_t>(got));
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(controller);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace rescale::test
