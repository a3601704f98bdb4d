// SPDX-License-Identifier: Apache-2.0
#include "flink_state/directory.h"

#include <stdlib.h>  // mkdtemp
#include <sys/stat.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

namespace flink_state {
namespace {

namespace fs = std::filesystem;
using rescale::Status;

// FNV-1a, 64 bits.
class Hash {
 public:
  void Add(const char* data, size_t size) {
    for (size_t i = 0; i < size; ++i) {
      value_ = (value_ ^ static_cast<unsigned char>(data[i])) * 0x100000001b3ull;
    }
  }
  void Add(const std::string& text) { Add(text.data(), text.size() + 1); }
  void Add(uint64_t number) { Add(reinterpret_cast<const char*>(&number), sizeof number); }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325ull;
};

Status AddFile(const fs::path& path, Hash* hash) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return Status::IoError("cannot stat").At(path.string());
  hash->Add(path.filename().string());
  hash->Add(static_cast<uint64_t>(info.st_mode));
  hash->Add(static_cast<uint64_t>(info.st_size));
  hash->Add(static_cast<uint64_t>(info.st_mtim.tv_sec));
  hash->Add(static_cast<uint64_t>(info.st_mtim.tv_nsec));
  if (!S_ISREG(info.st_mode)) return Status::Ok();
  std::ifstream in(path, std::ios::binary);
  std::vector<char> buffer(1 << 20);
  while (in) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    hash->Add(buffer.data(), static_cast<size_t>(in.gcount()));
  }
  if (!in.eof()) return Status::IoError("cannot read").At(path.string());
  return Status::Ok();
}

bool EndsWith(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

}  // namespace

TempDirectory::TempDirectory(const std::string& name) {
  std::string pattern = (fs::temp_directory_path() / (name + "-XXXXXX")).string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    std::perror(pattern.c_str());
    std::abort();
  }
  path_ = pattern;
}

TempDirectory::~TempDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

rescale::Result<uint64_t> HashTree(const std::string& directory) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::recursive_directory_iterator it(directory, error), end; !error && it != end;
       it.increment(error)) {
    paths.push_back(it->path());
  }
  if (error) return Status::IoError(error.message()).At(directory);
  std::sort(paths.begin(), paths.end());
  Hash hash;
  for (const fs::path& path : paths) RESCALE_RETURN_IF_ERROR(AddFile(path, &hash));
  return hash.value();
}

rescale::Status CopyDatabase(const std::string& from, const std::string& to) {
  std::error_code error;
  if (!fs::create_directory(to, error)) {
    return error ? Status::IoError(error.message()).At(to)
                 : Status::AlreadyExists("the directory is there").At(to);
  }
  for (fs::directory_iterator it(from, error), end; !error && it != end; it.increment(error)) {
    if (!it->is_regular_file()) continue;
    const std::string name = it->path().filename().string();
    const fs::path target = fs::path(to) / name;
    if (EndsWith(name, ".sst") || EndsWith(name, ".blob")) {
      std::error_code link_error;
      fs::create_hard_link(it->path(), target, link_error);
      if (!link_error) continue;
    }
    if (!fs::copy_file(it->path(), target, error)) {
      return Status::IoError(error.message()).At(target.string());
    }
  }
  return error ? Status::IoError(error.message()).At(from) : Status::Ok();
}

uint64_t CountFiles(const std::string& directory, const std::string& suffix) {
  std::error_code error;
  uint64_t count = 0;
  for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error)) {
    if (EndsWith(it->path().filename().string(), suffix)) ++count;
  }
  return count;
}

}  // namespace flink_state
