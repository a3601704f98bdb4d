// SPDX-License-Identifier: Apache-2.0
#include "manifest/log_writer.h"

#include <algorithm>

#include "base/checksum.h"
#include "base/coding.h"

namespace rescale::manifest {

LogWriter::LogWriter(WritableFile* file) : file_(file) { pending_.reserve(kLogBlockBytes); }

Status LogWriter::AddRecord(std::string_view data) {
  bool first = true;
  do {
    const size_t left = kLogBlockBytes - block_used_;
    if (left < kLogHeaderBytes) {
      pending_.append(left, '\0');
      block_used_ = 0;
      RESCALE_RETURN_IF_ERROR(Flush());
      continue;
    }
    const std::string_view payload = data.substr(0, std::min(data.size(), left - kLogHeaderBytes));
    data.remove_prefix(payload.size());
    const bool last = data.empty();
    const LogRecordType type = first && last ? LogRecordType::kFull
                               : first       ? LogRecordType::kFirst
                               : last        ? LogRecordType::kLast
                                             : LogRecordType::kMiddle;
    RESCALE_RETURN_IF_ERROR(AddFragment(type, payload));
    first = false;
  } while (first || !data.empty());
  return Status::Ok();
}

Status LogWriter::AddFragment(LogRecordType type, std::string_view payload) {
  const char type_byte = static_cast<char>(type);
  const uint32_t crc = Crc32c(payload, Crc32c({&type_byte, 1}));
  PutFixed32(&pending_, MaskCrc(crc));
  PutFixed16(&pending_, static_cast<uint16_t>(payload.size()));
  pending_.push_back(type_byte);
  pending_.append(payload);
  block_used_ += kLogHeaderBytes + payload.size();
  if (block_used_ < kLogBlockBytes) return Status::Ok();
  block_used_ = 0;
  return Flush();
}

Status LogWriter::Flush() {
  if (pending_.empty()) return Status::Ok();
  Status status = file_->Append(pending_);
  pending_.clear();
  return status;
}

}  // namespace rescale::manifest
