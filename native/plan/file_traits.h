// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "manifest/file_meta_data.h"

namespace rescale::plan {

// What the planner wants of a file's custom fields, found without building any string: a plan looks
// at a million of them.
struct FileTraits {
  FileNumber oldest_blob_file_number;  // 0: refers to no blob file
  bool marked_for_compaction = false;
  std::string_view timestamp_field;  // name of a field only timestamped files have; empty: none
};

// False when the bytes are no custom fields.
bool ScanFileTraits(std::string_view custom, FileTraits* traits);

}  // namespace rescale::plan
