// SPDX-License-Identifier: Apache-2.0
#include "support/manifest_record.h"

#include "base/checksum.h"
#include "base/coding.h"

namespace rescale::test {

std::string LastSequenceRecord(uint64_t sequence) {
  constexpr uint32_t kLastSequence = 4;  // RocksDB `db/version_edit.h`
  constexpr char kFullType = 1;          // `db/log_format.h`
  std::string edit;
  PutVarint32(&edit, kLastSequence);
  PutVarint64(&edit, sequence);
  std::string record;
  PutFixed32(&record, MaskCrc(Crc32c(edit, Crc32c({&kFullType, 1}))));
  PutFixed16(&record, static_cast<uint16_t>(edit.size()));
  record += kFullType;
  return record + edit;
}

}  // namespace rescale::test
