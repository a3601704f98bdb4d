// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rescale/status.h"

// Plain helpers around directories of RocksDB files.
namespace flink_state {

// A fresh directory under TMPDIR (or /tmp), removed with all its contents when destroyed.
class TempDirectory {
 public:
  explicit TempDirectory(const std::string& name);
  ~TempDirectory();
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// One number for everything in a directory: names, types, sizes, permission bits, modification
// times and all bytes. Two equal numbers mean that nobody changed anything.
rescale::Result<uint64_t> HashTree(const std::string& directory);

// Makes `to` (which must not exist) a database directory with the same contents that may be opened
// for writing: SSTs and blob files are hard links (copies where links fail), the rest copies.
rescale::Status CopyDatabase(const std::string& from, const std::string& to);

// Files in a directory whose names end so.
uint64_t CountFiles(const std::string& directory, const std::string& suffix);

}  // namespace flink_state
