// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "base/coding.h"
#include "manifest/file_meta_data.h"
#include "rescale/status.h"

// The custom fields at the end of NewFile4: (varint32 tag, length-prefixed value)*, then tag 1.
// RocksDB main (11.9) `db/version_edit.cc`, DecodeNewFile4From.
namespace rescale::manifest {

// Custom tags with this bit must be understood; others may be skipped.
inline constexpr uint32_t kCustomTagMustKnowBit = 1u << 6;
inline constexpr uint8_t kMaxPathId = 3;

// One field. A terminator has no value.
struct CustomField {
  uint32_t tag = 0;
  std::string_view value;
  std::string_view encoded;  // tag and value as they stand
};

// Takes one field off the front and checks its width; Corruption, or NotSupported for an unknown
// tag that must be known, with a message without position.
Status TakeCustomField(Decoder* in, CustomField* field);

// Name of a custom tag, "unknown" for others.
std::string_view CustomTagName(uint32_t tag);

// The value of the first field with this tag; empty when there is none or the fields do not parse.
std::string_view FindCustomField(std::string_view custom, FileTag tag);

// The integer in a value that TakeCustomField() has checked; 0 when it is empty.
uint64_t CustomInteger(std::string_view value);

}  // namespace rescale::manifest
