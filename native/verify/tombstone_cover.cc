// SPDX-License-Identifier: Apache-2.0
#include "verify/tombstone_cover.h"

#include <algorithm>
#include <iterator>

#include "base/internal_key.h"

namespace rescale::verify {

TombstonePiece CutToFile(const sst::RangeTombstone& tombstone, SequenceNumber sequence,
                         const manifest::FileMetaData& file) {
  TombstonePiece piece{sequence, tombstone.begin, tombstone.end};
  const std::string_view smallest = UserKeyOf(file.smallest());
  if (piece.begin < smallest) piece.begin = smallest;
  std::string end(UserKeyOf(file.largest()));
  if (!IsRangeTombstoneSentinel(file.largest())) end.push_back('\0');
  if (end < piece.end) piece.end = std::move(end);
  return piece;
}

void TombstoneCover::Add(const sst::RangeTombstone& tombstone, SequenceNumber sequence,
                         const manifest::FileMetaData& file, const KeyRange& kept) {
  TombstonePiece piece = CutToFile(tombstone, sequence, file);
  if (piece.begin < kept.begin) piece.begin = kept.begin;
  if (kept.end && *kept.end < piece.end) piece.end = *kept.end;
  if (piece.begin < piece.end) pieces_.push_back(std::move(piece));
}

void TombstoneCover::Merge(TombstoneCover other) {
  std::move(other.pieces_.begin(), other.pieces_.end(), std::back_inserter(pieces_));
}

void TombstoneCover::Normalise() {
  std::sort(pieces_.begin(), pieces_.end());
  size_t kept = 0;
  for (size_t i = 0; i < pieces_.size(); ++i) {
    if (kept > 0) {
      TombstonePiece& last = pieces_[kept - 1];
      if (last.sequence == pieces_[i].sequence && pieces_[i].begin <= last.end) {
        if (last.end < pieces_[i].end) last.end = std::move(pieces_[i].end);
        continue;
      }
    }
    if (kept != i) pieces_[kept] = std::move(pieces_[i]);
    ++kept;
  }
  pieces_.resize(kept);
}

}  // namespace rescale::verify
