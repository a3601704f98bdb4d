// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "fs/unique_fd.h"
#include "rescale/file_system.h"
#include "support/temp_dir.h"

namespace rescale {
namespace {

using test::TempDir;
using test::WriteFile;

// A child process that has done `action` and then waits to be ended.
class Child {
 public:
  template <typename Action>
  explicit Child(Action action) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return;
    UniqueFd read_end(ends[0]);
    UniqueFd write_end(ends[1]);
    pid_ = ::fork();
    if (pid_ == 0) {
      const char done = action() ? 'y' : 'n';
      if (::write(write_end.get(), &done, 1) == 1) ::pause();
      ::_exit(1);
    }
    char answer = 'n';
    ready_ = ::read(read_end.get(), &answer, 1) == 1 && answer == 'y';
  }
  ~Child() { End(); }

  bool ready() const { return ready_; }
  void End() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

 private:
  pid_t pid_ = -1;
  bool ready_ = false;
};

// RocksDB's way to lock its LOCK file.
bool TakeWriteLock(int fd) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return ::fcntl(fd, F_SETLK, &lock) == 0;
}

}  // namespace

TEST_CASE("posix lock: two callers of one process exclude each other") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  auto first = fs.LockDirectory(dir.path());
  REQUIRE(first.ok());
  const Status second = fs.LockDirectory(dir.path()).status();
  CHECK(second.code() == StatusCode::kBusy);
  CHECK(second.path() == dir.path());
  first->reset();
  CHECK(fs.LockDirectory(dir.path()).ok());
  CHECK(fs.List(dir.path())->empty());  // no lock file is left behind
  CHECK(fs.LockDirectory(dir / "none").status().code() == StatusCode::kNotFound);
}

TEST_CASE("posix lock: a process that dies leaves no lock behind") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  Child child([&] {
    auto lock = fs.LockDirectory(dir.path());
    if (!lock.ok()) return false;
    static_cast<void>(lock->release());
    return true;
  });
  REQUIRE(child.ready());
  CHECK(fs.LockDirectory(dir.path()).status().code() == StatusCode::kBusy);
  child.End();
  CHECK(fs.LockDirectory(dir.path()).ok());
}

TEST_CASE("posix lock: RocksDB's lock in another process is seen, and the file is left alone") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  const std::string path = dir / "LOCK";
  CHECK_FALSE(*fs.IsLockedByProcess(path));
  CHECK_FALSE(test::Exists(path));
  WriteFile(path, "");
  REQUIRE(::chmod(path.c_str(), 0444) == 0);
  CHECK_FALSE(*fs.IsLockedByProcess(path));
  const auto before = fs.Stat(path);
  Child child([&] { return TakeWriteLock(::open(path.c_str(), O_RDWR)); });
  REQUIRE(child.ready());
  CHECK(*fs.IsLockedByProcess(path));
  child.End();
  CHECK_FALSE(*fs.IsLockedByProcess(path));
  CHECK(fs.Stat(path)->modified_ns == before->modified_ns);
}

TEST_CASE("posix lock: asking does not release a lock that this process itself holds") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  const std::string path = dir / "LOCK";
  WriteFile(path, "");
  const UniqueFd held(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  REQUIRE(TakeWriteLock(held.get()));
  CHECK(*fs.IsLockedByProcess(path));
  // Another process still finds it locked: closing any descriptor here would have dropped it.
  Child child(
      [&] { return *fs.IsLockedByProcess(path) && !TakeWriteLock(::open(path.c_str(), O_RDWR)); });
  CHECK(child.ready());
}

TEST_CASE("posix lock: a LOCK that is no regular file is not waited for") {
  const TempDir dir;
  REQUIRE(::mkfifo((dir / "LOCK").c_str(), 0600) == 0);
  CHECK_FALSE(*PosixFileSystem().IsLockedByProcess(dir / "LOCK"));
}

}  // namespace rescale
