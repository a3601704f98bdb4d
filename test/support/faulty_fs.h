// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rescale/file_system.h"
#include "support/unsynced_changes.h"

// A file system that fails as it is told. What goes wrong is data (Fault, and a few settings), so a
// test can print it, count it and try it at every place:
//
//   FaultyFileSystem fs(PosixFileSystem());
//   FailEach(fs, Fault{.forever = true}, [&](const std::string& which) {   // killed at 1, 2, 3...
//     INFO(which);
//     const Status status = Run(fs, out);       // the thing under test
//     fs.ClearFaults();
//     REQUIRE(fs.LoseUnsynced({}).ok());        // and the power went too
//     ... the sources are what they were; `out` is absent or whole; a new Run succeeds ...
//   });
namespace rescale::test {

// An operation, as it is counted. Each call of FileSystem and of its files is one, but for
// AppendFrom, which is a read of its source and then a write.
enum class Op : uint32_t {
  kOpen = 1u << 0,
  kRead = 1u << 1,
  kCreate = 1u << 2,
  kWrite = 1u << 3,
  kSync = 1u << 4,
  kClose = 1u << 5,
  kStat = 1u << 6,
  kList = 1u << 7,
  kMakeDirectory = 1u << 8,
  kRemoveFile = 1u << 9,
  kRemoveDirectory = 1u << 10,
  kRename = 1u << 11,
  kSyncDirectory = 1u << 12,
  kLink = 1u << 13,
  kReflink = 1u << 14,
  kLock = 1u << 15,
  kIsLocked = 1u << 16,
  kCanonical = 1u << 17,
};
std::string_view OpName(Op op);

// A set of operations: kOpen | kRead.
struct OpSet {
  uint32_t bits = 0;
  constexpr OpSet() = default;
  constexpr OpSet(Op op) : bits(static_cast<uint32_t>(op)) {}  // NOLINT: implicit
  constexpr bool Has(Op op) const { return (bits & static_cast<uint32_t>(op)) != 0; }
  static constexpr OpSet Of(uint32_t bits) {
    OpSet set;
    set.bits = bits;
    return set;
  }
};
constexpr OpSet operator|(OpSet a, OpSet b) { return OpSet::Of(a.bits | b.bits); }
constexpr OpSet operator|(Op a, Op b) { return OpSet(a) | OpSet(b); }
inline constexpr OpSet kAllOps = OpSet::Of((1u << 18) - 1);
// What changes something on disk, or makes it stay.
inline constexpr OpSet kChangingOps = Op::kCreate | Op::kWrite | Op::kSync | Op::kClose |
                                      Op::kMakeDirectory | Op::kRemoveFile | Op::kRemoveDirectory |
                                      Op::kRename | Op::kSyncDirectory | Op::kLink | Op::kReflink;
inline constexpr OpSet kReadingOps = OpSet::Of(kAllOps.bits & ~kChangingOps.bits);

// One thing that goes wrong. The nth operation that is in `ops` and whose path contains
// `path_contains`, counted since Inject, returns `error` instead of being done.
struct Fault {
  OpSet ops = kAllOps;
  uint64_t nth = 1;
  // All matching ones after it fail too: from then on the process can do no more, as if killed.
  bool forever = false;
  std::string path_contains;  // empty: any. For a link, reflink or rename: of the new name
  Status error = Status::IoError("injected fault");
  // A write that fails has written the first half of its bytes, as a full disk would.
  bool half_written = false;
};

// What hard links do. After `allowed` good ones, each fails with `failure` (kNone: none fails).
struct LinkRule {
  LinkFailure failure = LinkFailure::kNone;
  uint64_t allowed = 0;
  std::string path_contains;  // of the new name; links it does not match are not counted
};

enum class ReflinkRule : uint8_t {
  kAsBase,   // what the file system below can do
  kRefused,  // always NotSupported
  kCopied,   // done by a plain copy below, for file systems that have none
};

// Everything is passed on to `base`, but for what the faults and rules say. Safe to use from
// several threads; with several, "the nth" is whichever came nth. Files and locks it gave out must
// not outlive it.
class FaultyFileSystem final : public FileSystem {
 public:
  explicit FaultyFileSystem(FileSystem& base) : base_(base) {}

  // Adds a fault, and forgets what fired before. Several are tried in the order they were added.
  void Inject(Fault fault);
  void ClearFaults();
  // "sync /d/MANIFEST-000005" for the last operation that a fault failed since the last Inject, or
  // nothing. ClearFaults keeps it.
  std::optional<std::string> fired() const;

  // Bytes that may still be written to files; the write that exceeds them writes what fits and
  // fails with "No space left on device", and so does every later one. Nothing: no limit.
  void SetFreeBytes(std::optional<uint64_t> bytes);
  void SetLinkRule(LinkRule rule);
  void SetReflinkRule(ReflinkRule rule);
  // Called before each operation, outside of any lock; for cancelling in the middle, or for
  // looking. Set it while no operation runs.
  void SetObserver(std::function<void(Op, const std::string& path)> observer);

  // Operations asked for since the last ResetCounts, failed ones included.
  uint64_t count(OpSet ops = kAllOps) const;
  void ResetCounts();

  // A power cut: what was done through this object and not synced is lost, as `loss` says. No file
  // it gave out may be open. Faults do not apply. See UnsyncedChanges for the model.
  Status LoseUnsynced(PowerLoss loss) { return unsynced_.Lose(base_, loss); }
  // Takes what was done so far as durable.
  void ForgetUnsynced() { unsynced_.Clear(); }

  Result<std::unique_ptr<RandomAccessFile>> OpenForRead(const std::string& path) override;
  Result<std::unique_ptr<WritableFile>> CreateFile(const std::string& path,
                                                   uint32_t mode = 0644) override;
  Result<FileInfo> Stat(const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& directory) override;
  Status CreateDirectory(const std::string& path, uint32_t mode = 0755) override;
  Status RemoveFile(const std::string& path) override;
  Status RemoveDirectory(const std::string& path) override;
  Status RenameNoReplace(const std::string& from, const std::string& to) override;
  Status SyncDirectory(const std::string& path) override;
  Status HardLink(const std::string& from, const std::string& to, LinkFailure* failure) override;
  Status Reflink(const std::string& from, const std::string& to, uint32_t mode) override;
  Result<std::unique_ptr<DirectoryLock>> LockDirectory(const std::string& path) override;
  Result<bool> IsLockedByProcess(const std::string& lock_file) override;
  Result<std::string> Canonical(const std::string& path) override;

 private:
  friend class FaultyRandomAccessFile;
  friend class FaultyWritableFile;

  struct ArmedFault {
    Fault fault;
    uint64_t seen = 0;
  };

  // Counts the operation and says whether it fails; `half_written` is of the fault that fired.
  Status Check(Op op, const std::string& path, bool* half_written = nullptr);
  // Takes `wanted` bytes from the free ones and returns how many there were.
  uint64_t TakeFreeBytes(uint64_t wanted);
  LinkFailure CheckLinkRule(const std::string& to);

  FileSystem& base_;
  UnsyncedChanges unsynced_;
  std::function<void(Op, const std::string&)> observer_;
  mutable std::mutex mutex_;  // guards what follows
  std::vector<ArmedFault> faults_;
  std::optional<std::string> fired_;
  std::optional<uint64_t> free_bytes_;
  LinkRule link_rule_;
  uint64_t links_made_ = 0;
  ReflinkRule reflink_rule_ = ReflinkRule::kAsBase;
  std::map<Op, uint64_t> counts_;
};

// Injects `fault` with nth = 1, 2, 3... (by `step`) and calls `attempt` each time, until a call in
// which it did not fire; that last call is the undisturbed one. `which` says "nth = 17" and so on,
// for INFO. Returns how many calls had a fault. Faults are cleared at the end.
uint64_t FailEach(FaultyFileSystem& fs, Fault fault,
                  const std::function<void(const std::string& which)>& attempt, uint64_t step = 1);

}  // namespace rescale::test
