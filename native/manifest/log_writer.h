// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "manifest/log_format.h"
#include "rescale/file_system.h"

namespace rescale::manifest {

// Writes logical records as a MANIFEST: legacy types only, as RocksDB's `db/log_writer.cc` does.
// Collects one block before it appends. Used by one thread. The file must outlive the writer; the
// caller syncs and closes it.
class LogWriter {
 public:
  explicit LogWriter(WritableFile* file);

  Status AddRecord(std::string_view data);
  // Appends what is collected. To be called after the last record.
  Status Flush();

 private:
  Status AddFragment(LogRecordType type, std::string_view payload);

  WritableFile* file_;
  std::string pending_;
  size_t block_used_ = 0;  // bytes of the current block, pending or appended
};

}  // namespace rescale::manifest
