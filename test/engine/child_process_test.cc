// SPDX-License-Identifier: Apache-2.0
#include "engine/child_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include "engine/encoded_status.h"
#include "rescale/file_system.h"
#include "support/temp_dir.h"

// The work runs in another process: what it finds it returns, it does not CHECK.
namespace rescale::engine {
namespace {

using std::chrono::milliseconds;
using test::Exists;
using test::TempDir;
using test::WriteFile;

constexpr milliseconds kLong{60'000};

ChildEnd Ran(const ChildWork& work, const CancelToken* cancel = nullptr,
             milliseconds grace = kLong) {
  const Result<ChildEnd> end = RunInChild(work, cancel, grace);
  REQUIRE(end.status().ToString() == "ok");
  return *end;
}

Status Expect(bool held, const char* what) { return held ? Status::Ok() : Status::Internal(what); }

void WaitUntilCancelled(const CancelToken* cancel) {
  while (!cancel->cancelled()) std::this_thread::sleep_for(milliseconds(1));
}

void HoldUntilKilled() {
  for (;;) std::this_thread::sleep_for(milliseconds(100));
}

void ExitWithNine(int /*signal*/) { _exit(9); }

std::string exit_marker;  // NOLINT: for a handler
pid_t exit_owner = 0;
void MarkExit() {
  if (getpid() != exit_owner) WriteFile(exit_marker, "x");
}

}  // namespace

TEST_CASE("child process: its status comes back whole") {
  CHECK(Ran([](const CancelToken*) { return Status::Ok(); }).status->ok());
  const Status status =
      *Ran([](const CancelToken*) {
         return Status::Corruption("bad bytes").At("a/b", 17).Within("inner").Within("outer: 3");
       }).status;
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK(status.message() == "bad bytes");
  CHECK(status.path() == "a/b");
  CHECK(status.offset_bytes() == uint64_t{17});
  CHECK(status.frames() == "outer: 3: inner: ");
  CHECK(status.ToString() == "outer: 3: inner: a/b: at 17: bad bytes");
  // More than a pipe holds at once.
  const std::string text(300'000, 'm');
  CHECK(Ran([&](const CancelToken*) { return Status::IoError(text); }).status->message() == text);
}

TEST_CASE("child process: what is no whole status is none") {
  const std::string bytes = EncodeStatus(Status::Busy("in use").At("p").Within("f"));
  REQUIRE(DecodeStatus(bytes)->ToString() == "f: p: in use");
  for (size_t size = 0; size < bytes.size(); ++size)
    CHECK_FALSE(DecodeStatus(bytes.substr(0, size)));
  CHECK_FALSE(DecodeStatus(bytes + "x"));
  CHECK_FALSE(DecodeStatus("\x7f" + bytes.substr(1)));
}

TEST_CASE("child process: however it ends, the parent goes on and says how it was") {
  const ChildEnd aborted = Ran([](const CancelToken*) -> Status { std::abort(); });
  CHECK_FALSE(aborted.status);
  CHECK(aborted.how == "signal 6 (SIGABRT)");
  const ChildEnd killed = Ran([](const CancelToken*) {
    raise(SIGKILL);
    return Status::Ok();
  });
  CHECK(killed.how == "signal 9 (SIGKILL)");
  const ChildEnd left = Ran([](const CancelToken*) -> Status { _exit(7); });
  CHECK_FALSE(left.status);
  CHECK(left.how == "exit status 7");
  CHECK(Ran([](const CancelToken*) -> Status {
          throw std::runtime_error("no thread");
        }).status->ToString() == "no thread");
  CHECK(Ran([](const CancelToken*) -> Status { throw std::bad_alloc(); }).status->ToString() ==
        "out of memory");
  CHECK(Ran([](const CancelToken*) -> Status {
          throw std::system_error(EAGAIN, std::generic_category());
        }).status->code() == StatusCode::kIoError);
  CHECK(Ran([](const CancelToken*) -> Status { throw 1; }).how == "signal 6 (SIGABRT)");
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);  // none is left
}

TEST_CASE("child process: a cancellation reaches it, and kills one that does not listen") {
  CancelToken cancel;
  std::thread canceller([&] {
    std::this_thread::sleep_for(milliseconds(30));
    cancel.Cancel();
  });
  SECTION("it listens") {
    const ChildEnd end = Ran(
        [](const CancelToken* stop) {
          WaitUntilCancelled(stop);
          return Status::Cancelled("by itself");
        },
        &cancel);
    CHECK(end.status->ToString() == "by itself");
  }
  SECTION("it does not") {
    const ChildEnd end = Ran(
        [](const CancelToken*) {
          HoldUntilKilled();
          return Status::Ok();
        },
        &cancel, milliseconds(50));
    CHECK(end.status->code() == StatusCode::kCancelled);
  }
  canceller.join();
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE("child process: it has neither the parent's files nor its handlers") {
  const TempDir dir;
  const int first = open(dir.path().c_str(), O_RDONLY | O_CLOEXEC);
  const int file = fcntl(first, F_DUPFD_CLOEXEC, 100);
  REQUIRE(file >= 100);
  close(first);
  CHECK(Ran([&](const CancelToken*) {
          return Expect(fcntl(file, F_GETFD) == -1 && fcntl(2, F_GETFD) != -1, "open files");
        }).status->ToString() == "ok");
  close(file);

  const auto before = std::signal(SIGUSR1, ExitWithNine);
  CHECK(Ran([](const CancelToken*) {
          raise(SIGUSR1);
          return Status::Ok();
        }).how == "signal 10 (SIGUSR1)");
  std::signal(SIGUSR1, before);
  CHECK(Ran([](const CancelToken*) {
          raise(SIGINT);  // Ctrl-C goes to the whole group; the parent is the one to ask
          raise(SIGHUP);
          return Status::Ok();
        }).status->ToString() == "ok");

  exit_marker = dir / "exited";
  exit_owner = getpid();
  REQUIRE(std::atexit(MarkExit) == 0);
  CHECK(Ran([](const CancelToken*) { return Status::Ok(); }).status->ok());
  CHECK_FALSE(Exists(exit_marker));
}

TEST_CASE("child process: it dies with its parent") {
  const TempDir dir;
  const pid_t parent = fork();
  if (parent == 0) {
    (void)RunInChild(
        [&](const CancelToken*) -> Status {
          const auto lock = PosixFileSystem().LockDirectory(dir.path());
          WriteFile(dir / "locked", "x");
          HoldUntilKilled();
          return Status::Ok();
        },
        nullptr, kLong);
    _exit(0);
  }
  REQUIRE(parent > 0);
  for (int i = 0; i < 60'000 && !Exists(dir / "locked"); ++i) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  REQUIRE(Exists(dir / "locked"));
  CHECK_FALSE(PosixFileSystem().LockDirectory(dir.path()).ok());
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  bool free = false;
  for (int i = 0; i < 5000 && !free; ++i) {
    free = PosixFileSystem().LockDirectory(dir.path()).ok();
    std::this_thread::sleep_for(milliseconds(1));
  }
  CHECK(free);
}

TEST_CASE("child process: several threads may have one each") {
  std::vector<std::thread> threads;
  std::vector<std::string> texts(4);
  for (size_t i = 0; i < texts.size(); ++i) {
    threads.emplace_back([&texts, i] {
      const auto end = RunInChild(
          [i](const CancelToken*) { return Status::IoError(std::to_string(i)); }, nullptr, kLong);
      texts[i] = end.ok() && end->status ? end->status->ToString() : "nothing";
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(texts == std::vector<std::string>{"0", "1", "2", "3"});
}

}  // namespace rescale::engine
