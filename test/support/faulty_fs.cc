// SPDX-License-Identifier: Apache-2.0
#include "support/faulty_fs.h"

#include <algorithm>
#include <utility>

#include "fs/fs_util.h"

namespace rescale::test {

class FaultyRandomAccessFile final : public RandomAccessFile {
 public:
  FaultyRandomAccessFile(FaultyFileSystem& fs, std::unique_ptr<RandomAccessFile> base)
      : fs_(fs), base_(std::move(base)) {}

  Status ReadExactly(uint64_t offset_bytes, size_t size_bytes, char* buffer) const override {
    RESCALE_RETURN_IF_ERROR(fs_.Check(Op::kRead, path()));
    return base_->ReadExactly(offset_bytes, size_bytes, buffer);
  }
  uint64_t size_bytes() const override { return base_->size_bytes(); }
  const std::string& path() const override { return base_->path(); }
  const RandomAccessFile& base() const { return *base_; }

 private:
  FaultyFileSystem& fs_;
  std::unique_ptr<RandomAccessFile> base_;
};

class FaultyWritableFile final : public WritableFile {
 public:
  FaultyWritableFile(FaultyFileSystem& fs, std::string path, std::unique_ptr<WritableFile> base)
      : fs_(fs), path_(std::move(path)), base_(std::move(base)) {}

  Status Append(std::string_view data) override {
    return Write(data.size(), [&](uint64_t size_bytes) {
      return base_->Append(data.substr(0, static_cast<size_t>(size_bytes)));
    });
  }
  Status AppendFrom(const RandomAccessFile& source, uint64_t offset_bytes,
                    uint64_t size_bytes) override {
    RESCALE_RETURN_IF_ERROR(fs_.Check(Op::kRead, source.path()));
    const auto* faulty = dynamic_cast<const FaultyRandomAccessFile*>(&source);
    const RandomAccessFile& real = faulty == nullptr ? source : faulty->base();
    return Write(size_bytes, [&](uint64_t allowed_bytes) {
      return base_->AppendFrom(real, offset_bytes, allowed_bytes);
    });
  }
  Status Sync() override {
    RESCALE_RETURN_IF_ERROR(fs_.Check(Op::kSync, path_));
    RESCALE_RETURN_IF_ERROR(base_->Sync());
    fs_.unsynced_.Synced(fs_.base_, path_);
    return Status::Ok();
  }
  void StartWriteback() override { base_->StartWriteback(); }  // cannot fail
  Status Close() override {
    Status fault = fs_.Check(Op::kClose, path_);
    Status closed = base_->Close();
    return fault.ok() ? closed : fault;
  }

 private:
  // `append` takes how many of the bytes to write.
  template <typename Append>
  Status Write(uint64_t size_bytes, Append append) {
    bool half_written = false;
    Status status = fs_.Check(Op::kWrite, path_, &half_written);
    uint64_t allowed_bytes = status.ok() ? size_bytes : half_written ? size_bytes / 2 : 0;
    const uint64_t fits_bytes = fs_.TakeFreeBytes(allowed_bytes);
    if (fits_bytes < allowed_bytes && status.ok()) {
      status = Status::IoError("write: No space left on device").At(path_);
    }
    if (!status.ok() && fits_bytes == 0) return status;
    RESCALE_RETURN_IF_ERROR(append(fits_bytes));
    fs_.unsynced_.Appended(fs_.base_, path_, fits_bytes);
    return status;
  }

  FaultyFileSystem& fs_;
  std::string path_;
  std::unique_ptr<WritableFile> base_;
};

std::string_view OpName(Op op) {
  switch (op) {
    case Op::kOpen:
      return "open";
    case Op::kRead:
      return "read";
    case Op::kCreate:
      return "create";
    case Op::kWrite:
      return "write";
    case Op::kSync:
      return "sync";
    case Op::kClose:
      return "close";
    case Op::kStat:
      return "stat";
    case Op::kList:
      return "list";
    case Op::kMakeDirectory:
      return "make directory";
    case Op::kRemoveFile:
      return "remove file";
    case Op::kRemoveDirectory:
      return "remove directory";
    case Op::kRename:
      return "rename";
    case Op::kSyncDirectory:
      return "sync directory";
    case Op::kLink:
      return "link";
    case Op::kReflink:
      return "reflink";
    case Op::kLock:
      return "lock";
    case Op::kIsLocked:
      return "is locked";
    case Op::kCanonical:
      return "canonical";
  }
  return "unknown";
}

void FaultyFileSystem::Inject(Fault fault) {
  const std::lock_guard lock(mutex_);
  faults_.push_back({std::move(fault), 0});
  fired_.reset();
}

void FaultyFileSystem::ClearFaults() {
  const std::lock_guard lock(mutex_);
  faults_.clear();
}

std::optional<std::string> FaultyFileSystem::fired() const {
  const std::lock_guard lock(mutex_);
  return fired_;
}

void FaultyFileSystem::SetFreeBytes(std::optional<uint64_t> bytes) {
  const std::lock_guard lock(mutex_);
  free_bytes_ = bytes;
}

void FaultyFileSystem::SetLinkRule(LinkRule rule) {
  const std::lock_guard lock(mutex_);
  link_rule_ = std::move(rule);
  links_made_ = 0;
}

void FaultyFileSystem::SetReflinkRule(ReflinkRule rule) {
  const std::lock_guard lock(mutex_);
  reflink_rule_ = rule;
}

void FaultyFileSystem::SetObserver(std::function<void(Op, const std::string&)> observer) {
  observer_ = std::move(observer);
}

uint64_t FaultyFileSystem::count(OpSet ops) const {
  const std::lock_guard lock(mutex_);
  uint64_t sum = 0;
  for (const auto& [op, n] : counts_) {
    if (ops.Has(op)) sum += n;
  }
  return sum;
}

void FaultyFileSystem::ResetCounts() {
  const std::lock_guard lock(mutex_);
  counts_.clear();
}

Status FaultyFileSystem::Check(Op op, const std::string& path, bool* half_written) {
  if (observer_) observer_(op, path);
  const std::lock_guard lock(mutex_);
  ++counts_[op];
  Status status;
  for (ArmedFault& armed : faults_) {
    const Fault& fault = armed.fault;
    if (!fault.ops.Has(op) || path.find(fault.path_contains) == std::string::npos) continue;
    ++armed.seen;
    const bool fires = armed.seen == fault.nth || (fault.forever && armed.seen > fault.nth);
    if (!fires || !status.ok()) continue;
    status = Status(fault.error).At(path);
    if (half_written != nullptr) *half_written = fault.half_written;
    if (!fired_ || !fault.forever) fired_ = std::string(OpName(op)) + " " + path;
  }
  return status;
}

uint64_t FaultyFileSystem::TakeFreeBytes(uint64_t wanted) {
  const std::lock_guard lock(mutex_);
  if (!free_bytes_) return wanted;
  const uint64_t taken = std::min(wanted, *free_bytes_);
  *free_bytes_ -= taken;
  return taken;
}

LinkFailure FaultyFileSystem::CheckLinkRule(const std::string& to) {
  const std::lock_guard lock(mutex_);
  if (to.find(link_rule_.path_contains) == std::string::npos) return LinkFailure::kNone;
  if (links_made_ >= link_rule_.allowed) return link_rule_.failure;
  ++links_made_;
  return LinkFailure::kNone;
}

Result<std::unique_ptr<RandomAccessFile>> FaultyFileSystem::OpenForRead(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kOpen, path));
  RESCALE_ASSIGN_OR_RETURN(auto file, base_.OpenForRead(path));
  return std::unique_ptr<RandomAccessFile>(
      std::make_unique<FaultyRandomAccessFile>(*this, std::move(file)));
}

Result<std::unique_ptr<WritableFile>> FaultyFileSystem::CreateFile(const std::string& path,
                                                                   uint32_t mode) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kCreate, path));
  RESCALE_ASSIGN_OR_RETURN(auto file, base_.CreateFile(path, mode));
  unsynced_.Created(base_, path);
  return std::unique_ptr<WritableFile>(
      std::make_unique<FaultyWritableFile>(*this, path, std::move(file)));
}

Result<FileInfo> FaultyFileSystem::Stat(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kStat, path));
  return base_.Stat(path);
}

Result<std::vector<std::string>> FaultyFileSystem::List(const std::string& directory) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kList, directory));
  return base_.List(directory);
}

Status FaultyFileSystem::CreateDirectory(const std::string& path, uint32_t mode) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kMakeDirectory, path));
  RESCALE_RETURN_IF_ERROR(base_.CreateDirectory(path, mode));
  unsynced_.NameAdded(base_, path);
  return Status::Ok();
}

Status FaultyFileSystem::RemoveFile(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kRemoveFile, path));
  RESCALE_RETURN_IF_ERROR(base_.RemoveFile(path));
  unsynced_.Removed(base_, path);
  return Status::Ok();
}

Status FaultyFileSystem::RemoveDirectory(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kRemoveDirectory, path));
  RESCALE_RETURN_IF_ERROR(base_.RemoveDirectory(path));
  unsynced_.Removed(base_, path);
  return Status::Ok();
}

Status FaultyFileSystem::RenameNoReplace(const std::string& from, const std::string& to) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kRename, to));
  RESCALE_RETURN_IF_ERROR(base_.RenameNoReplace(from, to));
  unsynced_.Renamed(base_, from, to);
  return Status::Ok();
}

Status FaultyFileSystem::SyncDirectory(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kSyncDirectory, path));
  RESCALE_RETURN_IF_ERROR(base_.SyncDirectory(path));
  unsynced_.DirectorySynced(base_, path);
  return Status::Ok();
}

Status FaultyFileSystem::HardLink(const std::string& from, const std::string& to,
                                  LinkFailure* failure) {
  *failure = LinkFailure::kNone;
  RESCALE_RETURN_IF_ERROR(Check(Op::kLink, to));
  *failure = CheckLinkRule(to);
  if (*failure != LinkFailure::kNone) return Status::IoError("link: refused by a rule").At(to);
  RESCALE_RETURN_IF_ERROR(base_.HardLink(from, to, failure));
  unsynced_.NameAdded(base_, to);
  return Status::Ok();
}

Status FaultyFileSystem::Reflink(const std::string& from, const std::string& to, uint32_t mode) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kReflink, to));
  ReflinkRule rule;
  {
    const std::lock_guard lock(mutex_);
    rule = reflink_rule_;
  }
  if (rule == ReflinkRule::kRefused) {
    return Status::NotSupported("reflink: refused by a rule").At(to);
  }
  RESCALE_RETURN_IF_ERROR(rule == ReflinkRule::kCopied ? CopyWholeFile(base_, from, to, mode)
                                                       : base_.Reflink(from, to, mode));
  unsynced_.NameAdded(base_, to);
  return Status::Ok();
}

Result<std::unique_ptr<DirectoryLock>> FaultyFileSystem::LockDirectory(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kLock, path));
  return base_.LockDirectory(path);
}

Result<bool> FaultyFileSystem::IsLockedByProcess(const std::string& lock_file) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kIsLocked, lock_file));
  return base_.IsLockedByProcess(lock_file);
}

Result<std::string> FaultyFileSystem::Canonical(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Check(Op::kCanonical, path));
  return base_.Canonical(path);
}

uint64_t FailEach(FaultyFileSystem& fs, Fault fault,
                  const std::function<void(const std::string& which)>& attempt, uint64_t step) {
  uint64_t failed = 0;
  for (fault.nth = 1;; fault.nth += step) {
    fs.ClearFaults();
    fs.Inject(fault);
    attempt("nth = " + std::to_string(fault.nth));
    if (!fs.fired()) break;
    ++failed;
  }
  fs.ClearFaults();
  return failed;
}

}  // namespace rescale::test
