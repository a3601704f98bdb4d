// SPDX-License-Identifier: Apache-2.0
#include "interrupt.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <string_view>

#include "exit_code.h"

namespace rescale::cli {

namespace {

// All that the handler touches. Lock-free, so that it is safe in a signal handler.
std::atomic<CancelToken*> active_token{nullptr};
std::atomic<bool> announce_stop{false};
static_assert(std::atomic<CancelToken*>::is_always_lock_free);
static_assert(std::atomic<bool>::is_always_lock_free);

constexpr std::string_view kAnnouncement =
    "\nrescale: stopping; a second signal ends it at once and may leave a staging directory\n";

extern "C" void HandleSignal(int /*signal*/) {
  CancelToken* token = active_token.load();
  if (token == nullptr || token->cancelled()) _exit(kExitInterrupted);
  token->Cancel();
  if (!announce_stop.load()) return;
  const int saved_errno = errno;
  // Nothing can be done here about a failed write.
  [[maybe_unused]] const ssize_t written =
      write(STDERR_FILENO, kAnnouncement.data(), kAnnouncement.size());
  errno = saved_errno;
}

}  // namespace

InterruptScope::InterruptScope(bool announce) {
  announce_stop.store(announce);
  active_token.store(&token_);
}

InterruptScope::~InterruptScope() { active_token.store(nullptr); }

void InstallSignalHandlers() {
  struct sigaction action {};
  action.sa_handler = HandleSignal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);
  // A file that may not grow further is an error of its write, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
}

}  // namespace rescale::cli
