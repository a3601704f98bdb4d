// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clip/clip_table.h"
#include "clip/rocks_source.h"
#include "sst/table_reader.h"

namespace rescale::test {

inline constexpr std::string_view kSession = "ABCDEFGHIJ0123456789";

// All of an SST, read through the reader of this library.
struct TableContents {
  std::vector<std::pair<std::string, std::string>> points;  // internal key, value
  std::vector<sst::RangeTombstone> tombstones;
};
TableContents ReadTable(const std::string& path);

struct SourceSst {
  std::string path;
  std::string smallest, largest;  // MANIFEST bounds
  SequenceNumber smallest_seqno, largest_seqno;
};
SourceSst SstOf(const RocksSource& source, const manifest::FileMetaData& file);

clip::ClipTableRequest RequestFor(const SourceSst& sst, const KeyRange& range,
                                  const std::string& target, uint64_t number = 900001);

// Cuts the SST to the range and checks the result in every way that needs no database:
// entries byte for byte, tombstone cover key by key, bounds, properties against a fresh count by
// RocksDB's own reading of the file, every checksum by RocksDB and by this library. Leaves the
// file at `target` (none when empty).
clip::ClipTableResult ClipAndCheck(const SourceSst& sst, const TableContents& contents,
                                   const KeyRange& range, const std::string& target,
                                   const rocksdb::Options& options);

// Ranges that begin and end on, before and after block edges, shared user keys, first and last
// keys, outside, around one key, and everywhere.
std::vector<KeyRange> Cuts(const std::string& path, uint32_t seed, size_t count);

std::string ToString(const KeyRange& range);

}  // namespace rescale::test
