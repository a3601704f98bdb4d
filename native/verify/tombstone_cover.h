// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/file_meta_data.h"
#include "rescale/key_group.h"
#include "sst/table_reader.h"

namespace rescale::verify {

// One tombstone as it acts: keys in [begin, end) of entries older than `sequence` are deleted.
struct TombstonePiece {
  SequenceNumber sequence;
  std::string begin;
  std::string end;
  auto operator<=>(const TombstonePiece&) const = default;
};

// What range tombstones cover, whatever files and pieces they are stored in. RocksDB writes a
// tombstone whole into every file it touches and reads each copy cut to that file's MANIFEST bounds
// (`db/range_del_aggregator.cc`), so covers are compared and stored tombstones are not.
// Memory: proportional to the tombstones.
class TombstoneCover {
 public:
  // Adds a stored tombstone, cut to the bounds of its file and to `kept`. A file whose largest key
  // is not exclusive counts as covering that user key whole.
  void Add(const sst::RangeTombstone& tombstone, SequenceNumber sequence,
           const manifest::FileMetaData& file, const KeyRange& kept);
  void Merge(TombstoneCover other);
  // Sorts and joins what overlaps or touches at one sequence number.
  void Normalise();
  const std::vector<TombstonePiece>& pieces() const { return pieces_; }

 private:
  std::vector<TombstonePiece> pieces_;
};

// The tombstone as it acts in its file; empty (begin >= end) when it does not.
TombstonePiece CutToFile(const sst::RangeTombstone& tombstone, SequenceNumber sequence,
                         const manifest::FileMetaData& file);

}  // namespace rescale::verify
