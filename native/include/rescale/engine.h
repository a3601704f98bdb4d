// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rescale/export.h"
#include "rescale/progress.h"
#include "rescale/status.h"

namespace rescale {

// What only a real RocksDB can do. The core never links one; whoever does hands it in. Thread-safe.
class RESCALE_EXPORT Engine {
 public:
  virtual ~Engine() = default;
  // Makes `private_directory` (which must not exist) a flushed database with the contents of
  // `source`, live WAL included. `source` is only read; its SSTs may be hard-linked. Cancelled soon
  // after `cancel` (null: never) says so. After any failure `private_directory` is not there.
  virtual Status FlushCopy(const std::string& source, const std::string& private_directory,
                           const CancelToken* cancel) = 0;
  // "RocksDB 7.8.3", for messages.
  virtual std::string name() const = 0;
};

}  // namespace rescale
