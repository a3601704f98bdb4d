// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "rescale/file_system.h"

namespace rescale::test {

// Remote files whose bytes are in files of this machine, and which remembers each read.
// Thread-safe.
class FarFiles final : public RemoteFiles {
 public:
  struct Read {
    std::string path;
    uint64_t offset_bytes;
    uint64_t size_bytes;
  };

  // `path` is remote, and its bytes are those of the file `stored`.
  void Add(const std::string& path, const std::string& stored) { stored_[path] = stored; }
  // Each read of a path that contains this fails.
  void FailOn(std::string part_of_path) { failing_ = std::move(part_of_path); }

  const std::vector<Read>& reads() const { return reads_; }
  uint64_t bytes_read() const;
  void Forget() { reads_.clear(); }

  Result<std::unique_ptr<RandomAccessFile>> Open(const std::string& path) override;

 private:
  friend class FarFile;
  Status Note(const std::string& path, uint64_t offset_bytes, uint64_t size_bytes);

  std::map<std::string, std::string> stored_;
  std::string failing_;
  std::mutex mutex_;
  std::vector<Read> reads_;  // guarded by mutex_ while something runs
};

}  // namespace rescale::test
