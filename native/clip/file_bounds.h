// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rescale/key_group.h"
#include "rescale/types.h"
#include "sst/table_reader.h"

namespace rescale::clip {

// Which sides of a file a range cuts, judged by the file's MANIFEST bounds.
struct TrimmedSides {
  bool nothing_left = false;  // the bounds lie wholly outside the range
  bool left = false;
  bool right = false;
};
TrimmedSides SidesTrimmed(const KeyRange& range, std::string_view smallest,
                          std::string_view largest);

// What the bounds of the result are made of. Keys are internal keys as they stand in the file.
struct KeptContents {
  std::string first_key, last_key;  // of the kept point entries; empty when there are none
  const std::vector<sst::RangeTombstone>* tombstones = nullptr;
  // Ingested files: every key is read under this sequence number, and so must the bounds be.
  std::optional<SequenceNumber> global_sequence;
};

// MANIFEST bounds of the result. A side that is not trimmed keeps the source's bound byte for byte:
// it may be wider than the contents, where a range tombstone was cut between neighbouring files,
// and a narrower one would change what the tombstone covers. A trimmed side gets the tightest bound
// of the contents, a range tombstone's end being a sentinel.
struct FileBounds {
  std::string smallest, largest;
};
FileBounds ComputeBounds(const TrimmedSides& sides, const KeptContents& contents,
                         std::string_view smallest, std::string_view largest);

}  // namespace rescale::clip
