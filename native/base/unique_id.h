// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rescale/types.h"

namespace rescale {

// The 16 bytes RocksDB >= 7.3 keeps for a file in the MANIFEST (NewFile4 tag 12): two fixed64.
using UniqueId = std::array<char, 16>;

// The id of the SST with these properties. `table/unique_id.cc`, GetSstInternalUniqueId: the
// session id is base-36 [0-9A-Z] and at least 13 and at most 24 characters; other texts are hashed
// by RocksDB and give false here: write no id for such a file.
bool ComputeUniqueId(std::string_view db_id, std::string_view session_id,
                     FileNumber original_number, UniqueId* id);

}  // namespace rescale
