// SPDX-License-Identifier: Apache-2.0
#include "plan/file_traits.h"

#include "base/coding.h"

namespace rescale::plan {

using manifest::FileTag;

bool ScanFileTraits(std::string_view custom, FileTraits* traits) {
  *traits = FileTraits();
  Decoder fields(custom);
  while (!fields.empty()) {
    uint32_t tag;
    std::string_view value;
    if (!fields.GetVarint32(&tag) || !fields.GetLengthPrefixed(&value)) return false;
    switch (static_cast<FileTag>(tag)) {
      case FileTag::kNeedCompaction:
        traits->marked_for_compaction = value.size() == 1 && value[0] == 1;
        break;
      case FileTag::kOldestBlobFileNumber:
        if (!Decoder(value).GetVarint64(&traits->oldest_blob_file_number.value)) return false;
        break;
      case FileTag::kMinTimestamp:
      case FileTag::kMaxTimestamp:
        if (!value.empty()) traits->timestamp_field = "minimum or maximum timestamp";
        break;
      case FileTag::kUserDefinedTimestampsPersisted:
        if (value.size() != 1) return false;
        if (value[0] == 0) traits->timestamp_field = "user-defined timestamps not persisted";
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace rescale::plan
