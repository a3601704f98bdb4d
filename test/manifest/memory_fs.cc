// SPDX-License-Identifier: Apache-2.0
#include "manifest/memory_fs.h"

#include <cstring>

namespace rescale::test {
namespace {

class MemoryReader : public RandomAccessFile {
 public:
  MemoryReader(std::string path, std::string data, uint64_t* largest)
      : path_(std::move(path)), data_(std::move(data)), largest_(largest) {}

  Status ReadExactly(uint64_t offset, size_t size, char* buffer) const override {
    *largest_ = std::max<uint64_t>(*largest_, size);
    if (offset + size > data_.size()) return Status::Corruption("short").At(path_, offset);
    std::memcpy(buffer, data_.data() + offset, size);
    return Status::Ok();
  }
  uint64_t size_bytes() const override { return data_.size(); }
  const std::string& path() const override { return path_; }

 private:
  std::string path_;
  std::string data_;
  uint64_t* largest_;
};

class MemoryWriter : public WritableFile {
 public:
  MemoryWriter(MemoryFs* fs, std::string path) : fs_(fs), path_(std::move(path)) {}

  Status Append(std::string_view data) override {
    RESCALE_RETURN_IF_ERROR(fs_->Change(path_));
    fs_->files[path_].append(data);
    return Status::Ok();
  }
  Status Sync() override { return fs_->Change(path_); }
  Status Close() override { return fs_->Change(path_); }
  Status AppendFrom(const RandomAccessFile&, uint64_t, uint64_t) override {
    return Status::NotSupported("memory");
  }

 private:
  MemoryFs* fs_;
  std::string path_;
};

}  // namespace

Status MemoryFs::Change(const std::string& path) {
  if (fail_change == 0 || --fail_change != 0) return Status::Ok();
  return Status::IoError("made to fail").At(path);
}

Result<std::unique_ptr<RandomAccessFile>> MemoryFs::OpenForRead(const std::string& path) {
  const auto found = files.find(path);
  if (found == files.end()) return Status::NotFound("no such file").At(path);
  return std::unique_ptr<RandomAccessFile>(
      std::make_unique<MemoryReader>(path, found->second, &largest_read_bytes));
}

Result<std::unique_ptr<WritableFile>> MemoryFs::CreateFile(const std::string& path, uint32_t) {
  RESCALE_RETURN_IF_ERROR(Change(path));
  if (!files.try_emplace(path).second) return Status::AlreadyExists("exists").At(path);
  return std::unique_ptr<WritableFile>(std::make_unique<MemoryWriter>(this, path));
}

Status MemoryFs::RemoveFile(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Change(path));
  return files.erase(path) == 1 ? Status::Ok() : Status::NotFound("no such file").At(path);
}

Status MemoryFs::RenameNoReplace(const std::string& from, const std::string& to) {
  RESCALE_RETURN_IF_ERROR(Change(to));
  if (files.contains(to)) return Status::AlreadyExists("exists").At(to);
  files[to] = files[from];
  files.erase(from);
  return Status::Ok();
}

Status MemoryFs::SyncDirectory(const std::string& path) {
  RESCALE_RETURN_IF_ERROR(Change(path));
  synced_directories.insert(path);
  return Status::Ok();
}

Result<FileInfo> MemoryFs::Stat(const std::string&) { return Status::NotSupported("memory"); }
Result<std::vector<std::string>> MemoryFs::List(const std::string&) {
  return Status::NotSupported("memory");
}
Status MemoryFs::CreateDirectory(const std::string&, uint32_t) {
  return Status::NotSupported("memory");
}
Status MemoryFs::RemoveDirectory(const std::string&) { return Status::NotSupported("memory"); }
Status MemoryFs::HardLink(const std::string&, const std::string&, LinkFailure*) {
  return Status::NotSupported("memory");
}
Status MemoryFs::Reflink(const std::string&, const std::string&, uint32_t) {
  return Status::NotSupported("memory");
}
Result<std::unique_ptr<DirectoryLock>> MemoryFs::LockDirectory(const std::string&) {
  return Status::NotSupported("memory");
}
Result<bool> MemoryFs::IsLockedByProcess(const std::string&) {
  return Status::NotSupported("memory");
}
Result<std::string> MemoryFs::Canonical(const std::string&) {
  return Status::NotSupported("memory");
}

}  // namespace rescale::test
