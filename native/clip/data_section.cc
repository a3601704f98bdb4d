// SPDX-License-Identifier: Apache-2.0
#include "clip/data_section.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/internal_key.h"
#include "base/parallel.h"
#include "clip/block_copier.h"
#include "clip/block_counter.h"

namespace rescale::clip {
namespace {

bool HasOneBlock(const IndexCut& index) { return index.first.ordinal == index.last.ordinal; }

// The kept keys at both ends. Where an edge block keeps nothing, the key stands in its neighbour,
// which lies inside the range whole.
Status FindEndKeys(const sst::TableReader& table, DataCut* cut) {
  const IndexCut& index = cut->index;
  const bool one_block = HasOneBlock(index);
  const EdgeBlock& last_edge = one_block ? cut->first_edge : cut->last_edge;
  const bool has_between = !one_block && index.first.ordinal + 1 < index.last.ordinal;
  if (!cut->first_edge.nothing_kept()) {
    cut->first_key = cut->first_edge.first_kept;
  } else if (has_between) {
    RESCALE_ASSIGN_OR_RETURN(cut->first_key, ReadFirstKey(table, index.after_first.block));
  } else {
    cut->first_key = last_edge.first_kept;
  }
  if (!last_edge.nothing_kept()) {
    cut->last_key = last_edge.last_kept;
  } else if (has_between) {
    RESCALE_ASSIGN_OR_RETURN(cut->last_key, ReadLastKey(table, index.before_last.block));
  } else {
    cut->last_key = cut->first_edge.last_kept;
  }
  cut->has_points = !cut->first_key.empty();
  return Status::Ok();
}

// One pass over the index that writes the kept blocks. Used by one thread.
class DataWriter {
 public:
  // `counter`, if not null, counts the blocks that are copied.
  DataWriter(const sst::TableReader& table, const DataCut& cut, const DataWork& work,
             BlockCounter* counter, sst::TableWriter* target, sst::TableIndexBuilder* index)
      : table_(table),
        cut_(cut),
        target_(target),
        copier_(table, target, {cut.index.has_gaps, counter, work.cancel, work.idle_threads}),
        index_(index) {}

  // To be called once. `section` says then what was written; nothing is counted.
  Status Write(DataSection* section) {
    if (cut_.has_points) {
      table_.file().ExpectSequentialReads(cut_.index.first.block.offset_bytes,
                                          BlockRun::EndOf(cut_.index.last.block));
      RESCALE_RETURN_IF_ERROR(
          table_.ForEachIndexEntry([&](const sst::IndexEntry& entry) { return Visit(entry); }));
    }
    RESCALE_RETURN_IF_ERROR(copier_.Flush());
    section->end_bytes = target_->offset_bytes();
    section->data_blocks = index_->block_count();
    section->blocks_copied = copier_.blocks_copied();
    section->bytes_copied = copier_.bytes_copied();
    section->blocks_reencoded = blocks_reencoded_;
    return Status::Ok();
  }

 private:
  // False when no block after this one is kept.
  Result<bool> Visit(const sst::IndexEntry& entry) {
    const uint64_t ordinal = ordinal_++;
    if (ordinal < cut_.index.first.ordinal) return true;
    if (ordinal == cut_.index.first.ordinal) {
      RESCALE_RETURN_IF_ERROR(WriteEdge(cut_.first_edge, entry));
    } else if (ordinal == cut_.index.last.ordinal) {
      RESCALE_RETURN_IF_ERROR(WriteEdge(cut_.last_edge, entry));
    } else {
      RESCALE_RETURN_IF_ERROR(CopyBlock(entry, entry.separator));
    }
    return ordinal < cut_.index.last.ordinal;
  }

  Status CopyBlock(const sst::IndexEntry& entry, std::string_view separator) {
    RESCALE_ASSIGN_OR_RETURN(const sst::BlockHandle block, copier_.Add(entry.block));
    return index_->Add(separator, block, entry.first_key);
  }

  // Where the range ends in a block, the block's separator may lie past the range: its last kept
  // key takes the separator's place.
  std::string_view SeparatorOf(const EdgeBlock& edge, const sst::IndexEntry& entry) const {
    const bool is_last = entry.block == cut_.index.last.block;
    if (!is_last || !cut_.index.ends_in_last) return entry.separator;
    return table_.index_key_is_user_key() ? UserKeyOf(edge.last_kept)
                                          : std::string_view(edge.last_kept);
  }

  Status WriteEdge(const EdgeBlock& edge, const sst::IndexEntry& entry) {
    if (edge.nothing_kept()) return Status::Ok();
    if (!edge.is_cut()) return CopyBlock(entry, SeparatorOf(edge, entry));
    RESCALE_RETURN_IF_ERROR(copier_.Flush());
    if (cut_.index.has_gaps) {
      RESCALE_RETURN_IF_ERROR(
          target_->PadTo((target_->offset_bytes() + kPageBytes - 1) / kPageBytes * kPageBytes));
    }
    RESCALE_ASSIGN_OR_RETURN(const sst::BlockHandle block, target_->AppendBlock(edge.payload));
    copier_.Resume();
    ++blocks_reencoded_;
    return index_->Add(SeparatorOf(edge, entry), block, edge.first_kept);
  }

  const sst::TableReader& table_;
  const DataCut& cut_;
  sst::TableWriter* target_;
  BlockCopier copier_;
  sst::TableIndexBuilder* index_;
  uint64_t ordinal_ = 0;
  uint64_t blocks_reencoded_ = 0;
};

// Edge blocks were looked into before: they are on neither list of blocks to count.
EntryCounts KeptInEdges(const DataCut& cut) {
  EntryCounts counts;
  if (cut.index.empty) return counts;
  counts += cut.first_edge.kept;
  if (!HasOneBlock(cut.index)) counts += cut.last_edge.kept;
  return counts;
}

// Edge blocks that are kept whole are copied like others.
EntryCounts KeptInCutEdges(const DataCut& cut) {
  EntryCounts counts;
  if (cut.index.empty) return counts;
  if (cut.first_edge.is_cut()) counts += cut.first_edge.kept;
  if (!HasOneBlock(cut.index) && cut.last_edge.is_cut()) counts += cut.last_edge.kept;
  return counts;
}

EntryCounts DroppedInEdges(const DataCut& cut) {
  EntryCounts counts;
  if (cut.index.empty) return counts;
  counts += cut.first_edge.dropped;
  if (!HasOneBlock(cut.index)) counts += cut.last_edge.dropped;
  return counts;
}

Status CheckKeptCounts(const sst::TableReader& table, const EntryCounts& dropped,
                       const EntryCounts& total, EntryCounts* kept) {
  if (Subtract(total, dropped, kept)) return Status::Ok();
  return Status::Corruption(fmt::format("the properties count {} point entries, but {} were found "
                                        "in the dropped part alone (or their bytes, deletions or "
                                        "merges contradict likewise)",
                                        total.entries, dropped.entries))
      .At(table.file().path());
}

// What is kept comes by anyway, and is counted then; what is dropped is never read.
Result<DataSection> WriteAndCount(const sst::TableReader& table, const DataCut& cut,
                                  const DataWork& work, sst::TableWriter* target,
                                  sst::TableIndexBuilder* index) {
  const BlockList nothing_else;
  RESCALE_ASSIGN_OR_RETURN(const std::unique_ptr<BlockCounter> counter,
                           BlockCounter::Create(table, nothing_else, work.cancel));
  DataWriter writer(table, cut, work, counter.get(), target, index);
  DataSection section;
  RESCALE_RETURN_IF_ERROR(writer.Write(&section));
  section.blocks_counted = counter->blocks_counted();
  section.points = counter->counts();
  section.points += KeptInCutEdges(cut);
  return section;
}

}  // namespace

Result<DataCut> CutData(const sst::TableReader& table, const KeyRange& range,
                        const CancelToken* cancel) {
  DataCut cut;
  RESCALE_ASSIGN_OR_RETURN(cut.index, CutIndex(table, range, cancel));
  if (cut.index.empty) return cut;
  RESCALE_ASSIGN_OR_RETURN(cut.first_edge, CutEdgeBlock(table, cut.index.first.block, range));
  if (!HasOneBlock(cut.index)) {
    RESCALE_ASSIGN_OR_RETURN(cut.last_edge, CutEdgeBlock(table, cut.index.last.block, range));
  }
  RESCALE_RETURN_IF_ERROR(FindEndKeys(table, &cut));
  return cut;
}

Result<DataSection> WriteData(const sst::TableReader& table, const DataCut& cut,
                              const std::optional<EntryCounts>& total, const DataWork& work,
                              sst::TableWriter* target, sst::TableIndexBuilder* index) {
  if (table.file().is_remote()) return WriteAndCount(table, cut, work, target, index);
  // Nothing kept needs no counting at all.
  const bool count_kept =
      !total || !cut.has_points || cut.index.bytes_between <= cut.index.bytes_outside;
  const BlockList& counted = count_kept ? cut.index.between : cut.index.outside;
  RESCALE_ASSIGN_OR_RETURN(const std::unique_ptr<BlockCounter> counter,
                           BlockCounter::Create(table, counted, work.cancel));
  DataWriter writer(table, cut, work, nullptr, target, index);
  DataSection section;
  RESCALE_RETURN_IF_ERROR(ParallelFor(1 + counter->run_count(), *work.idle_threads, [&](size_t i) {
    return i == 0 ? writer.Write(&section) : counter->CountRun(i - 1);
  }));
  section.blocks_counted = counter->blocks_counted();
  EntryCounts counts = counter->counts();
  counts += count_kept ? KeptInEdges(cut) : DroppedInEdges(cut);
  if (count_kept) {
    section.points = counts;
  } else {
    RESCALE_RETURN_IF_ERROR(CheckKeptCounts(table, counts, *total, &section.points));
  }
  return section;
}

}  // namespace rescale::clip
