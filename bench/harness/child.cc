// SPDX-License-Identifier: Apache-2.0
#include "harness/child.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace rescale::bench {
namespace {

bool WriteAll(int fd, const std::string& text) {
  for (size_t at = 0; at < text.size();) {
    const ssize_t written = write(fd, text.data() + at, text.size() - at);
    if (written <= 0) return false;
    at += static_cast<size_t>(written);
  }
  return true;
}

std::string ReadAll(int fd) {
  std::string text;
  char buffer[1 << 14];
  for (ssize_t got = 0; (got = read(fd, buffer, sizeof(buffer))) > 0;) {
    text.append(buffer, static_cast<size_t>(got));
  }
  return text;
}

[[noreturn]] void RunChild(int result_fd, const std::function<std::string()>& work) {
  bool ok = false;
  try {
    ok = WriteAll(result_fd, work());
  } catch (const std::exception& e) {
    fmt::print(stderr, "rescale-bench: {}\n", e.what());
  }
  std::fflush(nullptr);
  _exit(ok ? 0 : 1);
}

}  // namespace

std::string InChild(const std::string& what, const std::function<std::string()>& work) {
  int fds[2];
  std::fflush(nullptr);
  const pid_t child = pipe(fds) == 0 ? fork() : -1;
  if (child < 0) throw std::runtime_error(what + ": no process could be started");
  if (child == 0) {
    close(fds[0]);
    RunChild(fds[1], work);
  }
  close(fds[1]);
  std::string result = ReadAll(fds[0]);
  close(fds[0]);
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0) {
    throw std::runtime_error(WIFSIGNALED(status)
                                 ? fmt::format("{}: killed by signal {}", what, WTERMSIG(status))
                                 : what + ": failed");
  }
  return result;
}

std::vector<Values> ValuesInChild(const std::string& what,
                                  const std::function<std::vector<Values>()>& work) {
  return nlohmann::json::parse(InChild(what, [&] { return nlohmann::json(work()).dump(); }))
      .get<std::vector<Values>>();
}

}  // namespace rescale::bench
