// SPDX-License-Identifier: Apache-2.0
#include "support/faulty_fs.h"

#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <vector>

#include "fs/fs_util.h"
#include "support/temp_dir.h"

namespace rescale::test {
namespace {

// One operation of every kind, each with its status in turn, until the first that fails.
Status DoEverything(FileSystem& fs, const TempDir& dir) {
  LinkFailure failure = LinkFailure::kNone;
  RESCALE_ASSIGN_OR_RETURN(const auto lock, fs.LockDirectory(dir.path()));
  RESCALE_RETURN_IF_ERROR(fs.CreateDirectory(dir / "d"));
  RESCALE_ASSIGN_OR_RETURN(auto written, fs.CreateFile(dir / "d/f"));
  RESCALE_RETURN_IF_ERROR(written->Append("data"));
  RESCALE_RETURN_IF_ERROR(written->Sync());
  RESCALE_RETURN_IF_ERROR(written->Close());
  RESCALE_ASSIGN_OR_RETURN(const auto read, fs.OpenForRead(dir / "d/f"));
  char bytes[4];
  RESCALE_RETURN_IF_ERROR(read->ReadExactly(0, 4, bytes));
  RESCALE_ASSIGN_OR_RETURN(auto copy, fs.CreateFile(dir / "d/copy"));
  RESCALE_RETURN_IF_ERROR(copy->AppendFrom(*read, 0, 4));
  RESCALE_RETURN_IF_ERROR(copy->Close());
  RESCALE_RETURN_IF_ERROR(fs.Stat(dir / "d/copy").status());
  RESCALE_RETURN_IF_ERROR(fs.HardLink(dir / "d/f", dir / "d/link", &failure));
  RESCALE_RETURN_IF_ERROR(fs.Reflink(dir / "d/f", dir / "d/reflink", 0644));
  RESCALE_RETURN_IF_ERROR(fs.RenameNoReplace(dir / "d/link", dir / "d/renamed"));
  RESCALE_RETURN_IF_ERROR(fs.SyncDirectory(dir / "d"));
  RESCALE_RETURN_IF_ERROR(fs.IsLockedByProcess(dir / "d/LOCK").status());
  RESCALE_RETURN_IF_ERROR(fs.Canonical(dir / "d").status());
  RESCALE_ASSIGN_OR_RETURN(const auto names, fs.List(dir / "d"));
  for (const std::string& name : names) {
    RESCALE_RETURN_IF_ERROR(fs.RemoveFile(JoinPath(dir / "d", name)));
  }
  return fs.RemoveDirectory(dir / "d");
}

constexpr uint64_t kOperations = 25;  // of DoEverything: each call one, AppendFrom two

}  // namespace

TEST_CASE("faulty fs: without faults it is the file system below, and counts") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  fs.SetReflinkRule(ReflinkRule::kCopied);
  REQUIRE(DoEverything(fs, dir).ok());
  CHECK(PosixFileSystem().List(dir.path())->empty());
  CHECK(fs.count() == kOperations);
  CHECK(fs.count(Op::kRemoveFile) == 4);
  CHECK(fs.count(Op::kRead) == 2);
  CHECK(fs.count(Op::kWrite | Op::kCreate) == 4);
  CHECK(fs.count(kChangingOps) + fs.count(kReadingOps) == kOperations);
  for (uint32_t bit = 1; OpSet::Of(bit & kAllOps.bits).bits != 0; bit <<= 1) {
    CAPTURE(OpName(static_cast<Op>(bit)));
    CHECK(fs.count(static_cast<Op>(bit)) > 0);
  }
  fs.ResetCounts();
  CHECK(fs.count() == 0);
}

TEST_CASE("faulty fs: every operation fails once, as said and nowhere else") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  fs.SetReflinkRule(ReflinkRule::kCopied);
  Fault fault;
  fault.error = Status::NotSupported("chosen");
  uint64_t fine = 0;
  const uint64_t failed = FailEach(fs, fault, [&](const std::string& which) {
    INFO(which);
    fs.ResetCounts();
    const Status status = DoEverything(fs, dir);
    if (status.ok()) {
      ++fine;
      CHECK_FALSE(fs.fired());
      return;
    }
    REQUIRE(fs.fired());
    CHECK(which == "nth = " + std::to_string(fs.count()));
    CHECK(status.code() == StatusCode::kNotSupported);
    CHECK(status.message() == "chosen");
    CHECK(fs.fired()->ends_with(" " + std::string(status.path())));
    // Only that one failed: the same object goes on.
    CHECK(RemoveTree(fs, dir / "d").ok());
  });
  CHECK(failed == kOperations);
  CHECK(fine == 1);
}

TEST_CASE("faulty fs: a fault for ever fails all that follows, cleaning up included") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  Fault fault;
  fault.ops = Op::kSync | Op::kRemoveFile;
  fault.forever = true;
  fs.Inject(fault);
  CHECK_FALSE(WriteWholeFile(fs, dir / "f", "data").ok());
  CHECK(Exists(dir / "f"));
  CHECK(fs.fired() == "sync " + dir / "f");
  CHECK_FALSE(fs.RemoveFile(dir / "f").ok());
  fs.ClearFaults();
  CHECK(fs.fired() == "sync " + dir / "f");
  CHECK(fs.RemoveFile(dir / "f").ok());
}

TEST_CASE("faulty fs: faults choose by kind, path and number") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  fs.Inject(Fault{.ops = Op::kCreate, .nth = 2, .path_contains = ".sst"});
  CHECK(WriteWholeFile(fs, dir / "1.sst", "").ok());
  CHECK(WriteWholeFile(fs, dir / "CURRENT", "").ok());
  CHECK(fs.Stat(dir / "1.sst").ok());
  CHECK(WriteWholeFile(fs, dir / "2.sst", "").code() == StatusCode::kIoError);
  CHECK_FALSE(Exists(dir / "2.sst"));
  CHECK(WriteWholeFile(fs, dir / "2.sst", "").ok());
}

TEST_CASE("faulty fs: a failed write has written nothing, or its first half") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  for (const bool half : {false, true}) {
    fs.ClearFaults();
    fs.Inject(Fault{.ops = Op::kWrite, .nth = 2, .half_written = half});
    const std::string path = dir / (half ? "half" : "nothing");
    auto file = fs.CreateFile(path, 0644);
    REQUIRE(file.ok());
    CHECK((*file)->Append("0123456789").ok());
    CHECK_FALSE((*file)->Append("abcdef").ok());
    CHECK((*file)->Close().ok());
    CHECK(ReadFile(path) == (half ? "0123456789abc" : "0123456789"));
  }
}

TEST_CASE("faulty fs: space ends after so many bytes, for all files together") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  WriteFile(dir / "source", std::string(100, 's'));
  fs.SetFreeBytes(105);
  CHECK(CopyWholeFile(fs, dir / "source", dir / "copy").ok());
  auto file = fs.CreateFile(dir / "f", 0644);
  REQUIRE(file.ok());
  const Status status = (*file)->Append("0123456789");
  CHECK(status.ToString() == dir / "f" + ": write: No space left on device");
  CHECK_FALSE((*file)->Append("x").ok());
  CHECK((*file)->Close().ok());
  CHECK(ReadFile(dir / "f") == "01234");
  fs.SetFreeBytes(std::nullopt);
  CHECK(CopyWholeFile(fs, dir / "source", dir / "copy2").ok());
}

TEST_CASE("faulty fs: links fail by rule, and a transfer reports reflink or copy and why") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  WriteFile(dir / "source", "data");
  int n = 0;
  for (const LinkFailure failure : {LinkFailure::kCrossDevice, LinkFailure::kNotPermitted,
                                    LinkFailure::kTooManyLinks, LinkFailure::kNotSupported}) {
    for (const ReflinkRule rule : {ReflinkRule::kCopied, ReflinkRule::kRefused}) {
      fs.SetLinkRule(LinkRule{.failure = failure, .allowed = 1, .path_contains = ".sst"});
      fs.SetReflinkRule(rule);
      const std::string stem = dir / std::to_string(n++);
      CHECK(TransferFile(fs, dir / "source", stem + ".blob")->method == TransferMethod::kHardLink);
      CHECK(TransferFile(fs, dir / "source", stem + ".sst")->method == TransferMethod::kHardLink);
      const auto other = TransferFile(fs, dir / "source", stem + "b.sst", 0600);
      REQUIRE(other.ok());
      CHECK(other->method ==
            (rule == ReflinkRule::kCopied ? TransferMethod::kReflink : TransferMethod::kCopy));
      CHECK(other->link_failure == failure);
      CHECK(ReadFile(stem + "b.sst") == "data");
      CHECK(fs.Stat(stem + "b.sst")->mode == 0600);
    }
  }
}

TEST_CASE("fs util: whatever fails in a transfer, no half file stays and the error is told") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  WriteFile(dir / "source", std::string(1000, 's'));
  for (const LinkFailure failure : {LinkFailure::kNone, LinkFailure::kCrossDevice}) {
    fs.SetLinkRule(LinkRule{.failure = failure});
    fs.SetReflinkRule(ReflinkRule::kRefused);
    uint64_t reported = 0;
    const uint64_t failed =
        FailEach(fs, Fault{.half_written = true}, [&](const std::string& which) {
          INFO(which);
          const auto transfer = TransferFile(fs, dir / "source", dir / "target");
          CHECK(transfer.ok() != fs.fired().has_value());
          CHECK(Exists(dir / "target") == transfer.ok());
          if (!transfer.ok()) {
            ++reported;
            CHECK(transfer.status().message() == "injected fault");
          } else {
            CHECK(ReadFile(dir / "target").size() == 1000);
            CHECK(PosixFileSystem().RemoveFile(dir / "target").ok());
          }
        });
    CHECK(failed == reported);
    // The link alone; or link, stat, reflink, open, create, read, write, sync, close.
    CHECK(failed == (failure == LinkFailure::kNone ? 1 : 9));
  }
}

TEST_CASE("fs util: a tree that cannot be removed at some point is removed at the next try") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  WriteFile(dir / "outside", "kept");
  const uint64_t failed = FailEach(fs, Fault{}, [&](const std::string& which) {
    INFO(which);
    FileSystem& posix = PosixFileSystem();
    if (!Exists(dir / "t")) REQUIRE(posix.CreateDirectory(dir / "t").ok());
    if (!Exists(dir / "t/sub")) REQUIRE(posix.CreateDirectory(dir / "t/sub").ok());
    WriteFile(dir / "t/sub/f", "x");
    WriteFile(dir / "t/g", "x");
    const Status status = RemoveTree(fs, dir / "t");
    CHECK((status.ok() || fs.fired().has_value()));
    CHECK(Exists(dir / "t") == !status.ok());
    fs.ClearFaults();
    CHECK(RemoveTree(fs, dir / "t").ok());
    CHECK_FALSE(Exists(dir / "t"));
  });
  CHECK(failed > 8);
  CHECK(ReadFile(dir / "outside") == "kept");
}

TEST_CASE("faulty fs: the observer sees each operation before it is done") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  std::vector<std::string> seen;
  fs.SetObserver([&](Op op, const std::string& path) {
    seen.push_back(std::string(OpName(op)) + " " + BaseName(path) + (Exists(path) ? " +" : " -"));
  });
  REQUIRE(WriteWholeFile(fs, dir / "f", "x").ok());
  REQUIRE(fs.RemoveFile(dir / "f").ok());
  CHECK(seen == std::vector<std::string>{"create f -", "write f +", "sync f +", "close f +",
                                         "remove file f +"});
}

TEST_CASE("faulty fs: of many threads exactly one meets the nth operation") {
  const TempDir dir;
  FaultyFileSystem fs(PosixFileSystem());
  fs.Inject(Fault{.ops = Op::kStat, .nth = 500});
  std::vector<std::thread> threads;
  std::vector<int> failed(4, 0);
  for (size_t t = 0; t < failed.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 250; ++i) failed[t] += fs.Stat(dir.path()).ok() ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(failed[0] + failed[1] + failed[2] + failed[3] == 1);
  CHECK(fs.count(Op::kStat) == 1000);
}

}  // namespace rescale::test
