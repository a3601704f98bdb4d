// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// The log file format that MANIFEST and WAL share. RocksDB main (11.9) `db/log_format.h`.
//
//   file   := block*                    32768 bytes each, the last one may be shorter
//   block  := record* trailer           a record never crosses a block edge
//   trailer:= up to 6 zero bytes        where no header fits
//   record := fixed32 masked CRC-32C of (type, [log number], payload)
//             fixed16 payload length
//             byte    type
//             fixed32 log number        only in the recyclable types
//             payload
//
// A logical record is one full record, or a first, any number of middle, and a last one. It may be
// empty.
namespace rescale::manifest {

inline constexpr size_t kLogBlockBytes = 32768;
inline constexpr size_t kLogHeaderBytes = 7;
inline constexpr size_t kRecyclableLogHeaderBytes = 11;

enum class LogRecordType : uint8_t {
  kZero = 0,  // preallocated area, never a record
  kFull = 1,
  kFirst = 2,
  kMiddle = 3,
  kLast = 4,
  kRecyclableFull = 5,  // the recyclable ones stand in WALs only
  kRecyclableFirst = 6,
  kRecyclableMiddle = 7,
  kRecyclableLast = 8,
  kSetCompression = 9,   // WAL only
  kTimestampSizes = 10,  // WAL only, since 8.3
  kRecyclableTimestampSizes = 11,
  kPredecessorWal = 130,  // WAL only, since 9.11
  kRecyclablePredecessorWal = 131,
};

// A reader that does not know a type with this bit may skip the record.
inline constexpr uint8_t kLogSafeToIgnoreBit = 0x80;

}  // namespace rescale::manifest
