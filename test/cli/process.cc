// SPDX-License-Identifier: Apache-2.0
#include "cli/process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "support/temp_dir.h"

namespace rescale::test {

namespace {

constexpr auto kTimeLimit = std::chrono::minutes(1);

[[noreturn]] void Become(const std::string& command, const std::string& directory,
                         const std::vector<std::string>& environment, const std::string& out,
                         const std::string& err) {
  const int input = open("/dev/null", O_RDONLY);
  const int output = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int errors = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (chdir(directory.c_str()) != 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 ||
      dup2(errors, 2) < 0) {
    _exit(99);
  }
  close(input);
  close(output);
  close(errors);
  const char* path = std::getenv("PATH");
  setenv("PATH", (std::string(RESCALE_BINARY_DIRECTORY ":") + (path ? path : "")).c_str(), 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  setenv("TERM", "xterm", 1);
  for (const std::string& setting : environment) {
    const size_t equals = setting.find('=');
    setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 1);
  }
  setpgid(0, 0);  // so that all of it can be killed
  signal(SIGPIPE, SIG_DFL);
  execl("/bin/bash", "bash", "-c", command.c_str(), nullptr);
  _exit(98);
}

int WaitFor(pid_t child) {
  const auto deadline = std::chrono::steady_clock::now() + kTimeLimit;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      throw std::runtime_error("the command did not end within a minute");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

ProcessResult RunShell(const std::string& command, const std::string& directory,
                       const std::vector<std::string>& environment) {
  const TempDir streams;
  const std::string out = streams / "out";
  const std::string err = streams / "err";
  const pid_t child = fork();
  if (child == 0) Become(command, directory, environment, out, err);
  if (child < 0) throw std::runtime_error("fork failed");
  ProcessResult result;
  result.exit_code = WaitFor(child);
  result.out = ReadFile(out);
  result.err = ReadFile(err);
  return result;
}

std::string ShellQuote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace rescale::test
