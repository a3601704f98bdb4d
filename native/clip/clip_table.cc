// SPDX-License-Identifier: Apache-2.0
#include "clip/clip_table.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "base/internal_key.h"
#include "clip/cuttable.h"
#include "clip/data_section.h"
#include "clip/file_bounds.h"
#include "clip/filter_cut.h"
#include "clip/properties_update.h"
#include "clip/tombstone_cut.h"
#include "sst/block_builder.h"
#include "sst/meta_block_names.h"
#include "sst/table_reader.h"
#include "sst/table_writer.h"

// The order of work:
//   1. judge by the MANIFEST bounds which sides are trimmed;
//   2. open the source and refuse what cannot be cut;
//   3. find the cut in the index, look into the one or two blocks at its ends, cut the tombstones;
//   4. write the data blocks and, after them, filter, index, dictionary, range deletions,
//      properties, metaindex, footer: the order RocksDB writes them in.
namespace rescale::clip {
namespace {

// What was found out about the source before anything is written.
struct Cut {
  TrimmedSides sides;
  std::unique_ptr<sst::TableReader> source;
  DataCut data;
  std::vector<sst::RangeTombstone> tombstones;
  std::optional<EntryCounts> source_points;  // by its properties
  std::optional<SequenceNumber> global_sequence;
};

Status CheckRequest(const ClipTableRequest& request) {
  if (request.smallest.size() < kInternalKeyFooterBytes ||
      request.largest.size() < kInternalKeyFooterBytes) {
    return Status::InvalidArgument("the bounds of the source are not internal keys");
  }
  if (request.session_id.empty() || request.target_number.value == 0) {
    return Status::InvalidArgument("a session id and a target number are needed");
  }
  return Status::Ok();
}

Status PlanCut(FileSystem& fs, const ClipTableRequest& request, Cut* cut) {
  RESCALE_ASSIGN_OR_RETURN(cut->source, sst::TableReader::Open(fs, request.source_path));
  const sst::TableReader& source = *cut->source;
  RESCALE_RETURN_IF_ERROR(CheckCuttable(source).At(request.source_path));
  const auto global = sst::GlobalSequenceNumber(source.properties(), request.largest_seqno);
  if (!global.ok()) return global.status().At(request.source_path);
  cut->global_sequence = *global;

  RESCALE_ASSIGN_OR_RETURN(std::vector<sst::RangeTombstone> tombstones,
                           source.ReadRangeTombstones());
  auto points = PointCountsByProperties(source.properties(), tombstones);
  if (!points.ok()) return std::move(points).status().At(request.source_path);
  cut->source_points = *points;
  cut->tombstones =
      CutTombstones(std::move(tombstones), request.range, request.smallest, request.largest);
  RESCALE_ASSIGN_OR_RETURN(cut->data, CutData(source, request.range, request.cancel));
  return Status::Ok();
}

// A file with one range tombstone and nothing else: RocksDB compares its sequence bounds with those
// of whole files that it covers, so they must be the tombstone's own (RocksDB 11.9
// `db/compaction/compaction.cc`, FilterInputsForCompactionIterator).
std::optional<SequenceNumber> OnlySequence(const Cut& cut) {
  if (cut.data.has_points || cut.tombstones.size() != 1) return std::nullopt;
  return cut.global_sequence.value_or(cut.tombstones.front().sequence);
}

sst::TableFormat FormatOf(const sst::Footer& footer) {
  return {footer.format_version, footer.checksum, footer.base_context_checksum};
}

// Copies or makes the blocks after the data. `facts` comes with what is known of the data section.
Status WriteTail(const Cut& cut, const ClipTableRequest& request, sst::TableIndexBuilder* index,
                 TableFacts* facts, sst::TableWriter* target) {
  const sst::TableReader& source = *cut.source;
  Metaindex metaindex;
  if (cut.data.has_points) {
    RESCALE_ASSIGN_OR_RETURN(
        const FilterCut filter,
        CopyFilters(source, request.range, request.cancel, target, &metaindex));
    facts->filter_payload_bytes = filter.size_bytes;
    facts->has_filter = filter.written;
  }
  RESCALE_ASSIGN_OR_RETURN(facts->index, index->Write(target));
  if (const auto dictionary = source.FindMetaBlock(sst::meta_block::kDictionary)) {
    RESCALE_ASSIGN_OR_RETURN(const sst::BlockHandle copy,
                             CopyMetaBlock(source, *dictionary, target));
    metaindex.emplace(sst::meta_block::kDictionary, copy);
  }
  if (!cut.tombstones.empty()) {
    RESCALE_ASSIGN_OR_RETURN(const sst::BlockHandle block,
                             target->AppendBlock(EncodeTombstones(cut.tombstones)));
    metaindex.emplace(sst::meta_block::kRangeDeletions, block);
  }
  const std::string properties =
      sst::EncodeProperties(UpdateProperties(source.properties(), *facts));
  RESCALE_ASSIGN_OR_RETURN(const sst::BlockHandle block, target->AppendBlock(properties));
  metaindex.emplace(sst::meta_block::kProperties, block);
  RESCALE_RETURN_IF_ERROR(CheckCancelled(request.cancel));
  return target->Finish(std::move(metaindex), facts->index.root);
}

TableFacts FactsOf(const Cut& cut, const ClipTableRequest& request, const DataSection& data) {
  TableFacts facts;
  facts.points = data.points;
  facts.tombstones = &cut.tombstones;
  facts.data_size_bytes = data.end_bytes;
  facts.tail_offset_bytes = data.end_bytes;
  facts.data_blocks = data.data_blocks;
  facts.number = request.target_number;
  facts.session_id = request.session_id;
  facts.only_sequence = OnlySequence(cut);
  return facts;
}

Status SetBounds(const Cut& cut, const ClipTableRequest& request, ClipTableResult* result) {
  const KeptContents contents{cut.data.first_key, cut.data.last_key, &cut.tombstones,
                              cut.global_sequence};
  // On a side that is not trimmed the MANIFEST's bound stays, so the keys there must lie within it.
  const bool below = !cut.sides.left && cut.data.has_points &&
                     UserKeyOf(cut.data.first_key) < UserKeyOf(request.smallest);
  const bool above = !cut.sides.right && cut.data.has_points &&
                     UserKeyOf(cut.data.last_key) > UserKeyOf(request.largest);
  if (below || above) {
    return Status::Corruption(
               fmt::format("key {} lies outside the bounds that the MANIFEST has for it, {} to {}",
                           EscapeKey(below ? cut.data.first_key : cut.data.last_key),
                           EscapeKey(request.smallest), EscapeKey(request.largest)))
        .At(request.source_path);
  }
  FileBounds bounds = ComputeBounds(cut.sides, contents, request.smallest, request.largest);
  if (CompareInternalKeys(bounds.smallest, bounds.largest) > 0) {
    return Status::Corruption(fmt::format("its keys contradict the bounds the MANIFEST has for it: "
                                          "{} to {} is what remains",
                                          EscapeKey(bounds.smallest), EscapeKey(bounds.largest)))
        .At(request.source_path);
  }
  result->smallest = std::move(bounds.smallest);
  result->largest = std::move(bounds.largest);
  const std::optional<SequenceNumber> only = OnlySequence(cut);
  result->smallest_seqno = only.value_or(request.smallest_seqno);
  result->largest_seqno = only.value_or(request.largest_seqno);
  return Status::Ok();
}

Status WriteTable(FileSystem& fs, const Cut& cut, const ClipTableRequest& request,
                  ClipTableResult* result) {
  const sst::TableReader& source = *cut.source;
  RESCALE_ASSIGN_OR_RETURN(const std::unique_ptr<sst::TableWriter> target,
                           sst::TableWriter::Create(fs, request.target_path, request.target_mode,
                                                    FormatOf(source.footer())));
  sst::TableIndexBuilder index(source.index_coding());
  IdleThreads none;
  const DataWork work{request.cancel, request.idle_threads ? request.idle_threads : &none};
  RESCALE_ASSIGN_OR_RETURN(const DataSection data, WriteData(source, cut.data, cut.source_points,
                                                             work, target.get(), &index));
  TableFacts facts = FactsOf(cut, request, data);
  RESCALE_RETURN_IF_ERROR(WriteTail(cut, request, &index, &facts, target.get()));

  result->file_size_bytes = target->offset_bytes();
  result->tail_size_bytes = target->offset_bytes() - data.end_bytes;
  result->num_range_deletions = cut.tombstones.size();
  result->num_entries = data.points.entries + cut.tombstones.size();
  result->blocks_copied = data.blocks_copied;
  result->blocks_reencoded = data.blocks_reencoded;
  result->bytes_copied = data.bytes_copied;
  result->blocks_counted = data.blocks_counted;
  result->has_unique_id = UniqueIdOf(source.properties(), request.target_number, request.session_id,
                                     &result->unique_id);
  return Status::Ok();
}

}  // namespace

Result<ClipTableResult> ClipTable(FileSystem& fs, const ClipTableRequest& request) {
  RESCALE_RETURN_IF_ERROR(CheckRequest(request));
  ClipTableResult result;
  Cut cut;
  cut.sides = SidesTrimmed(request.range, request.smallest, request.largest);
  result.empty = cut.sides.nothing_left;
  if (result.empty) return result;
  RESCALE_RETURN_IF_ERROR(PlanCut(fs, request, &cut).Within("clip"));
  result.empty = !cut.data.has_points && cut.tombstones.empty();
  if (result.empty) return result;
  RESCALE_RETURN_IF_ERROR(SetBounds(cut, request, &result).Within("clip"));
  RESCALE_RETURN_IF_ERROR(WriteTable(fs, cut, request, &result).Within("clip"));
  return result;
}

}  // namespace rescale::clip
