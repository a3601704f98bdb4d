// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/log_format.h"
#include "rescale/file_system.h"

namespace rescale::manifest {

// One logical record. `data` lives until the next Read().
struct LogRecord {
  std::string_view data;
  uint64_t offset_bytes = 0;  // of its first header in the file
};

// Reads the logical records of a MANIFEST front to back, one block at a time: memory is one block
// and one logical record. Used by one thread. The file must outlive the reader.
//
// Tolerated as RocksDB does (`db/log_reader.cc`), and told by notes():
//  - the last record cut short in its header or body, or its last fragments missing;
//  - zeros where a header is due: the rest of that block is passed over;
//  - a recyclable record of another log number: end of data;
//  - whole records of WAL-only types and of unknown types that are safe to ignore.
// Everything else is Corruption with file and offset, among it what RocksDB misses: a damaged
// length in the last block that only looks like a torn tail, and bytes behind a zero header.
class LogReader {
 public:
  explicit LogReader(const RandomAccessFile* file);

  // The next logical record, or false at the end of the data. After Corruption the next call goes
  // on with the next block, for tools that want to see what is left; IoError stays.
  Result<bool> Read(LogRecord* record);

  // End of the last complete logical record; what follows was dropped or is empty.
  uint64_t good_end_bytes() const { return good_end_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  // One physical record, or why there is none.
  enum class Found : uint8_t { kFragment, kSkipped, kEnd };
  struct Fragment {
    LogRecordType type = LogRecordType::kZero;
    std::string_view payload;
    uint64_t offset = 0;
  };

  Result<Found> ReadFragment(Fragment* fragment);
  Result<Found> ReadBlock();
  Result<Found> TakeRecord(Fragment* fragment, size_t header_bytes);
  Result<Found> PassZeros();
  Result<Found> TornRecord(size_t header_bytes);
  bool LengthIsDamaged(size_t header_bytes) const;
  bool RecordIsGood(std::string_view bytes) const;

  Result<bool> Join(const Fragment& fragment, LogRecord* record);
  Result<bool> End();
  Status Damaged(uint64_t offset, std::string message);

  uint64_t position() const { return block_begin_ + (block_.size() - rest_.size()); }

  const RandomAccessFile* file_;
  std::string block_;
  std::string_view rest_;     // what is not taken yet of block_
  uint64_t block_begin_ = 0;  // file offset of block_
  uint64_t next_block_ = 0;
  bool ended_ = false;

  std::string joined_;  // fragments of the logical record being read
  bool in_record_ = false;
  uint64_t record_begin_ = 0;
  uint64_t good_end_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace rescale::manifest
