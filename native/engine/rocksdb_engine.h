// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rescale/engine_rocksdb.h"
#include "rescale/file_system.h"

namespace rescale::engine {

// See rescale/engine_rocksdb.h. Without state: safe to use from several threads.
class RocksDbEngine final : public Engine {
 public:
  // `fs` outlives it; RocksDB itself uses the machine's file system.
  explicit RocksDbEngine(FileSystem& fs) : fs_(fs) {}

  Status FlushCopy(const std::string& source, const std::string& private_directory,
                   const CancelToken* cancel) override;
  std::string name() const override;

 private:
  FileSystem& fs_;
};

}  // namespace rescale::engine
