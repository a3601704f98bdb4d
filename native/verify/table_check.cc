// SPDX-License-Identifier: Apache-2.0
#include "verify/table_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/cancel.h"
#include "base/coding.h"
#include "base/internal_key.h"
#include "sst/block.h"
#include "sst/compression.h"
#include "sst/filter.h"
#include "sst/property_names.h"
#include "sst/table_reader.h"
#include "verify/table_counts.h"

namespace rescale::verify {
namespace {

bool IsPointType(ValueType type) {
  return type != ValueType::kRangeDeletion && IsKnownValueType(type);
}

class TableCheck {
 public:
  TableCheck(const TableCheckRequest& request, const sst::TableReader& reader)
      : request_(request),
        file_(*request.file),
        reader_(reader),
        by_user_key_(reader.index_key_is_user_key()),
        result_(request.max_parallelism) {
    if (request.max_parallelism && request.range) {
      owned_ = request.max_parallelism->ToKeyRange(*request.range);
    }
  }

  Result<TableCheckResult> Run() {
    RESCALE_RETURN_IF_ERROR(CheckUniqueId());
    RESCALE_ASSIGN_OR_RETURN(global_sequence_,
                             sst::GlobalSequenceNumber(reader_.properties(), file_.largest_seqno));
    RESCALE_RETURN_IF_ERROR(reader_.VerifyMetaBlocks());
    RESCALE_ASSIGN_OR_RETURN(filter_, sst::TableFilter::Open(reader_));
    RESCALE_RETURN_IF_ERROR(reader_.ForEachIndexEntry(
        [this](const sst::IndexEntry& entry) { return CheckBlock(entry); }));
    RESCALE_RETURN_IF_ERROR(CheckTombstones());
    RESCALE_RETURN_IF_ERROR(CheckCounts(reader_, counts_));
    result_.blocks = counts_.data_blocks;
    result_.entries = counts_.points;
    return std::move(result_);
  }

 private:
  Status Damaged(std::string message) const {
    return Status::Corruption(std::move(message)).At(request_.path, block_.offset_bytes);
  }

  Status CheckUniqueId() {
    RESCALE_ASSIGN_OR_RETURN(const manifest::FileCustomFields custom, file_.DecodeCustom());
    if (!custom.unique_id) return Status::Ok();
    const sst::Properties& p = reader_.properties();
    const auto db_id = p.Raw(sst::property::kDbIdentity);
    const auto session_id = p.Raw(sst::property::kSessionIdentity);
    RESCALE_ASSIGN_OR_RETURN(const auto number, p.Varint(sst::property::kOriginalFileNumber));
    UniqueId computed{};
    if (!db_id || !session_id || !number ||
        !ComputeUniqueId(*db_id, *session_id, FileNumber{*number}, &computed)) {
      return Status::Corruption(
          "the MANIFEST has a unique id for it, and its properties (database identity, session, "
          "original number) give none");
    }
    if (computed == *custom.unique_id) return Status::Ok();
    return Status::Corruption(
        "unique id of the MANIFEST is not that of the file's properties: another file's bytes, or "
        "an identity that was changed in one place only");
  }

  Result<bool> CheckBlock(const sst::IndexEntry& entry) {
    RESCALE_RETURN_IF_ERROR(CheckCancelled(request_.cancel));
    block_ = entry.block;
    RESCALE_RETURN_IF_ERROR(
        reader_.ReadBlock(entry.block, /*is_data_block=*/true, &decompressor_, &bytes_));
    Result<sst::BlockLayout> layout = sst::ParseBlockLayout(bytes_);
    if (!layout.ok()) {
      return std::move(layout).status().At(request_.path, block_.offset_bytes);
    }
    sst::BlockCursor cursor(bytes_, *layout);
    bool is_first = true;
    for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
      if (cursor.key().size() < kInternalKeyFooterBytes) {
        return Damaged(fmt::format("a key of {} bytes", cursor.key().size()));
      }
      if (is_first) RESCALE_RETURN_IF_ERROR(CheckFirstKey(entry, cursor.key()));
      is_first = false;
      RESCALE_RETURN_IF_ERROR(CheckEntry(cursor.key(), cursor.value()));
    }
    RESCALE_RETURN_IF_ERROR(Status(cursor.status()).At(request_.path, block_.offset_bytes));
    if (is_first) return Damaged("data block without entries");
    RESCALE_RETURN_IF_ERROR(CheckLastKey(entry));
    ++counts_.data_blocks;
    counts_.data_end_bytes = std::max(
        counts_.data_end_bytes, block_.offset_bytes + block_.size_bytes + sst::kBlockTrailerBytes);
    return true;
  }

  int CompareToSeparator(std::string_view internal_key, std::string_view separator) const {
    return by_user_key_ ? UserKeyOf(internal_key).compare(separator)
                        : CompareInternalKeys(internal_key, separator);
  }

  Status CheckFirstKey(const sst::IndexEntry& entry, std::string_view key) const {
    if (counts_.data_blocks > 0 && CompareToSeparator(key, separator_) <= 0) {
      return Damaged(fmt::format("first key {} is not after the separator {} of the block before",
                                 EscapeKey(key), EscapeKey(separator_)));
    }
    if (reader_.index_type() == 3 && entry.first_key != key) {
      return Damaged(fmt::format("first key in the index {}, in the block {}",
                                 EscapeKey(entry.first_key), EscapeKey(key)));
    }
    return Status::Ok();
  }

  Status CheckLastKey(const sst::IndexEntry& entry) {
    separator_ = entry.separator;
    if (CompareToSeparator(previous_, separator_) <= 0) return Status::Ok();
    return Damaged(fmt::format("last key {} is after the block's separator {} in the index",
                               EscapeKey(previous_), EscapeKey(separator_)));
  }

  // The key as the database reads it: an ingested file's own sequence number in its place.
  std::string_view Effective(std::string_view key) {
    if (!global_sequence_) return key;
    InternalKey parsed;
    ParseInternalKey(key, &parsed);
    effective_ = MakeInternalKey(parsed.user_key, *global_sequence_, parsed.type());
    return effective_;
  }

  Status CheckEntry(std::string_view stored, std::string_view value) {
    if (counts_.points > 0 && CompareInternalKeys(previous_, stored) >= 0) {
      return Damaged(
          fmt::format("key {} does not follow {}", EscapeKey(stored), EscapeKey(previous_)));
    }
    previous_ = stored;
    InternalKey key;
    ParseInternalKey(stored, &key);
    if (!IsPointType(key.type())) {
      return Damaged(fmt::format("key {}: an entry of type 0x{:02x}, which no data block may hold",
                                 EscapeKey(key.user_key), key.packed & 0xff));
    }
    if (global_sequence_ && key.sequence().value != 0) {
      return Damaged(fmt::format("key {} of an ingested file has sequence number {}, 0 expected",
                                 EscapeKey(key.user_key), key.sequence().value));
    }
    counts_.AddPoint(key, stored.size(), value.size());
    const std::string_view effective = Effective(stored);
    RESCALE_RETURN_IF_ERROR(CheckBounds(key.user_key, effective));
    RESCALE_RETURN_IF_ERROR(CheckSequence(global_sequence_.value_or(key.sequence())));
    RESCALE_RETURN_IF_ERROR(CheckOwned(key.user_key));
    RESCALE_RETURN_IF_ERROR(CheckFilter(stored));
    result_.tally.Add(effective, value);
    return Status::Ok();
  }

  Status CheckBounds(std::string_view user_key, std::string_view effective) const {
    // An ingested file's bounds are judged as user keys: their type and number vary by version.
    const bool below = global_sequence_ ? user_key < UserKeyOf(file_.smallest())
                                        : CompareInternalKeys(effective, file_.smallest()) < 0;
    const bool above = global_sequence_ ? user_key > UserKeyOf(file_.largest())
                                        : CompareInternalKeys(effective, file_.largest()) > 0;
    if (!below && !above) return Status::Ok();
    return Damaged(fmt::format("key {} is {} the file's {} key {} in the MANIFEST",
                               EscapeKey(effective), below ? "below" : "above",
                               below ? "smallest" : "largest",
                               EscapeKey(below ? file_.smallest() : file_.largest())));
  }

  Status CheckSequence(SequenceNumber sequence) const {
    if (sequence > file_.largest_seqno) {
      return Damaged(
          fmt::format("sequence number {} is above the file's largest in the MANIFEST, {}",
                      sequence.value, file_.largest_seqno.value));
    }
    if (sequence > request_.last_sequence) {
      return Damaged(fmt::format("sequence number {} is above the database's last, {}",
                                 sequence.value, request_.last_sequence.value));
    }
    return Status::Ok();
  }

  Status CheckOwned(std::string_view user_key) const {
    if (!owned_ || owned_->Contains(user_key)) return Status::Ok();
    const auto group = request_.max_parallelism->KeyGroupOf(user_key);
    return Damaged(fmt::format("key {} of key group {} lies outside the key groups {}",
                               EscapeKey(user_key), group ? std::to_string(group->value) : "none",
                               ToString(*request_.range)));
  }

  Status CheckFilter(std::string_view stored) {
    if (filter_ == nullptr) return Status::Ok();
    RESCALE_ASSIGN_OR_RETURN(const bool may, filter_->MayContain(stored));
    if (may) return Status::Ok();
    return Damaged(fmt::format("key {} is not in the file's {} filter: a Get would miss it",
                               EscapeKey(stored), sst::FilterKindName(filter_->kind())));
  }

  Status CheckTombstones() {
    RESCALE_ASSIGN_OR_RETURN(const std::vector<sst::RangeTombstone> tombstones,
                             reader_.ReadRangeTombstones());
    for (const sst::RangeTombstone& tombstone : tombstones) {
      counts_.AddTombstone(tombstone);
      const SequenceNumber sequence = global_sequence_.value_or(tombstone.sequence);
      RESCALE_RETURN_IF_ERROR(CheckSequence(sequence));
      const TombstonePiece piece = CutToFile(tombstone, sequence, file_);
      if (piece.begin >= piece.end) continue;
      const bool inside =
          !owned_ || (owned_->Contains(piece.begin) && (!owned_->end || piece.end <= *owned_->end));
      if (!inside) {
        return Damaged(fmt::format("range tombstone [{}, {}) reaches outside the key groups {}",
                                   EscapeKey(piece.begin), EscapeKey(piece.end),
                                   ToString(*request_.range)));
      }
      result_.tombstones.Add(tombstone, sequence, file_, KeyRange{});
    }
    return Status::Ok();
  }

  const TableCheckRequest& request_;
  const manifest::FileMetaData& file_;
  const sst::TableReader& reader_;
  const bool by_user_key_;
  std::optional<KeyRange> owned_;
  std::optional<SequenceNumber> global_sequence_;
  std::unique_ptr<sst::TableFilter> filter_;
  sst::Decompressor decompressor_;
  sst::BlockHandle block_;  // the data block at hand
  std::string bytes_;
  std::string previous_;   // key as stored
  std::string separator_;  // of the block before
  std::string effective_;
  TableCounts counts_;
  TableCheckResult result_;
};

}  // namespace

Result<TableCheckResult> CheckTable(FileSystem& fs, const TableCheckRequest& request) {
  RESCALE_ASSIGN_OR_RETURN(const std::unique_ptr<sst::TableReader> reader,
                           sst::TableReader::Open(fs, request.path));
  Result<TableCheckResult> result = TableCheck(request, *reader).Run();
  if (!result.ok()) return std::move(result).status().At(request.path);
  return result;
}

}  // namespace rescale::verify
