// SPDX-License-Identifier: Apache-2.0
#include "engine/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "base/cancel.h"
#include "engine/encoded_status.h"
#include "fs/posix_error.h"
#include "fs/unique_fd.h"

namespace rescale::engine {
namespace {

using Clock = std::chrono::steady_clock;

// How soon a cancellation is seen; the end of the child is seen at once.
constexpr int kPollMs = 20;
constexpr int kFirstOtherFd = 3;  // behind the standard streams
constexpr size_t kMaxAnswerBytes = size_t{1} << 20;

// ---- in the child ----

CancelToken child_token;

extern "C" void StopChild(int /*signal*/) { child_token.Cancel(); }

// As after an exec, but for the three that ask to stop. All signals are blocked until here, so that
// no handler of the parent's ever runs.
void TakeSignals() {
  struct sigaction action {};
  for (int signal = 1; signal < NSIG; ++signal) {
    if (sigaction(signal, nullptr, &action) != 0) continue;
    if ((action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN) continue;
    ::signal(signal, SIG_DFL);
  }
  ::signal(SIGINT, SIG_IGN);
  ::signal(SIGHUP, SIG_IGN);
  action = {};
  action.sa_handler = StopChild;
  action.sa_flags = SA_RESTART;
  sigaction(SIGTERM, &action, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Closes what the parent has open but the standard streams and `answer`, whose new number it
// returns: locks and connections of the parent end with the parent.
int KeepOnly(int answer) {
  if (answer != kFirstOtherFd) answer = dup2(answer, kFirstOtherFd);
  closefrom(kFirstOtherFd + 1);
  return answer;
}

Status Guarded(const ChildWork& work) {
  try {
    return work(&child_token);
  } catch (const std::bad_alloc&) {
    return Status::Internal("out of memory");
  } catch (const std::system_error& error) {  // no thread can be started
    return Status::IoError(fmt::format("the system refused: {}", error.what()));
  } catch (const std::exception& error) {
    return Status::Internal(error.what());
  }
}

// noexcept: what is thrown ends the child (SIGABRT), and does not unwind into the parent's code.
[[noreturn]] void BeChild(const ChildWork& work, int answer, pid_t parent) noexcept {
  TakeSignals();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it ended before that
  answer = KeepOnly(answer);
  const std::string bytes = EncodeStatus(Guarded(work));
  for (size_t done = 0; done < bytes.size();) {
    const ssize_t n = write(answer, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) _exit(1);
    done += static_cast<size_t>(n);
  }
  _exit(0);
}

// ---- in the parent ----

std::string SignalText(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal)
                         : fmt::format("signal {} (SIG{})", signal, name);
}

class Child {
 public:
  Child(pid_t pid, UniqueFd answer) : pid_(pid), answer_(std::move(answer)) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  // Kills it unless it has ended.
  ~Child() {
    if (reaped_) return;
    kill(pid_, SIGKILL);
    Reap(0);
  }

  ChildEnd Wait(const CancelToken* cancel, std::chrono::milliseconds grace);

 private:
  // Takes what the child has said within `timeout_ms`. False when there was nothing.
  bool Read(int timeout_ms);
  bool Reap(int flags);
  void Stop(std::chrono::milliseconds grace);

  const pid_t pid_;
  UniqueFd answer_;
  std::string bytes_;
  bool reaped_ = false;
  std::optional<int> wait_status_;
  std::optional<Clock::time_point> kill_at_;
};

bool Child::Read(int timeout_ms) {
  pollfd waiting{answer_.get(), POLLIN, 0};
  if (poll(&waiting, 1, timeout_ms) <= 0) return false;
  char buffer[4096];
  const ssize_t n = read(answer_.get(), buffer, sizeof buffer);
  if (n < 0 && errno == EINTR) return true;
  if (n <= 0) {
    answer_.Reset();  // it is ending
    return false;
  }
  if (bytes_.size() < kMaxAnswerBytes) bytes_.append(buffer, static_cast<size_t>(n));
  return true;
}

bool Child::Reap(int flags) {
  int status = 0;
  pid_t pid = 0;
  do {
    pid = waitpid(pid_, &status, flags);
  } while (pid < 0 && errno == EINTR);
  if (pid == 0) return false;
  if (pid == pid_) wait_status_ = status;  // else the host has its children reaped by others
  reaped_ = true;
  return true;
}

void Child::Stop(std::chrono::milliseconds grace) {
  const Clock::time_point now = Clock::now();
  if (!kill_at_) {
    kill_at_ = now + grace;
    kill(pid_, SIGTERM);
  }
  if (now >= *kill_at_) kill(pid_, SIGKILL);
}

ChildEnd Child::Wait(const CancelToken* cancel, std::chrono::milliseconds grace) {
  while (!reaped_) {
    if (answer_.valid()) {
      Read(kPollMs);
    } else {
      poll(nullptr, 0, 1);
    }
    if (!CheckCancelled(cancel).ok()) Stop(grace);
    Reap(WNOHANG);
  }
  while (answer_.valid() && Read(0)) {
  }
  ChildEnd end;
  const bool exited =
      !wait_status_ || (WIFEXITED(*wait_status_) && WEXITSTATUS(*wait_status_) == 0);
  if (exited) end.status = DecodeStatus(bytes_);
  if (end.status) return end;
  if (kill_at_) {
    end.status = CheckCancelled(cancel);
  } else if (!wait_status_) {
    end.how = "no known status";
  } else if (WIFSIGNALED(*wait_status_)) {
    end.how = SignalText(WTERMSIG(*wait_status_));
  } else {
    end.how = fmt::format("exit status {}", WEXITSTATUS(*wait_status_));
  }
  return end;
}

}  // namespace

Result<ChildEnd> RunInChild(const ChildWork& work, const CancelToken* cancel,
                            std::chrono::milliseconds grace) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return ErrnoStatus(errno, "pipe", "");
  UniqueFd read_end(ends[0]);
  UniqueFd write_end(ends[1]);
  const pid_t parent = getpid();
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = fork();
  if (pid == 0) BeChild(work, write_end.get(), parent);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return ErrnoStatus(error, "fork", "");
  write_end.Reset();
  return Child(pid, std::move(read_end)).Wait(cancel, grace);
}

}  // namespace rescale::engine
