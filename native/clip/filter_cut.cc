// SPDX-License-Identifier: Apache-2.0
#include "clip/filter_cut.h"

#include "base/cancel.h"
#include "base/internal_key.h"
#include "sst/index_builder.h"

namespace rescale::clip {
namespace {

constexpr std::string_view kFullFilterPrefix = "fullfilter.";
constexpr std::string_view kPartitionedFilterPrefix = "partitionedfilter.";

// Copies the partitions a key of the range can be looked up in: from the first whose separator is
// not before the range to the first whose separator is not before its end. Keys after the last
// separator are looked up in the last partition, so it is kept when no separator is at or after
// the range's begin.
class PartitionCopier {
 public:
  PartitionCopier(const sst::TableReader& table, const KeyRange& range, const CancelToken* cancel,
                  sst::TableWriter* target)
      : table_(table),
        range_(range),
        cancel_(cancel),
        target_(target),
        top_level_({table.index_value_is_delta_encoded(), /*has_first_key=*/false}) {}

  Result<bool> Visit(const sst::IndexEntry& partition) {
    RESCALE_RETURN_IF_ERROR(CheckCancelled(cancel_));
    const std::string_view separator =
        table_.index_key_is_user_key() ? partition.separator : UserKeyOf(partition.separator);
    if (separator < range_.begin) {
      last_before_separator_ = partition.separator;
      last_before_ = partition.block;
      return true;
    }
    RESCALE_RETURN_IF_ERROR(Copy(partition.separator, partition.block));
    return !range_.end || separator < *range_.end;
  }

  // Writes the top level; an empty handle when there are no partitions at all.
  Result<sst::BlockHandle> Finish() {
    if (top_level_.entry_count() == 0) {
      if (last_before_separator_.empty()) return sst::BlockHandle{};
      RESCALE_RETURN_IF_ERROR(Copy(last_before_separator_, last_before_));
    }
    RESCALE_ASSIGN_OR_RETURN(const std::string payload, top_level_.Finish());
    size_bytes_ += payload.size();
    return target_->AppendBlock(payload);
  }

  uint64_t size_bytes() const { return size_bytes_; }

 private:
  Status Copy(std::string_view separator, const sst::BlockHandle& block) {
    RESCALE_ASSIGN_OR_RETURN(const sst::BlockHandle copy, CopyMetaBlock(table_, block, target_));
    top_level_.Add(separator, copy);
    size_bytes_ += block.size_bytes;
    return Status::Ok();
  }

  const sst::TableReader& table_;
  const KeyRange& range_;
  const CancelToken* cancel_;
  sst::TableWriter* target_;
  sst::IndexBuilder top_level_;
  std::string last_before_separator_;
  sst::BlockHandle last_before_;
  uint64_t size_bytes_ = 0;
};

}  // namespace

Result<sst::BlockHandle> CopyMetaBlock(const sst::TableReader& table, const sst::BlockHandle& block,
                                       sst::TableWriter* target) {
  RESCALE_ASSIGN_OR_RETURN(const sst::RawBlock raw, table.ReadRawBlock(block));
  return target->AppendRawBlock(raw.payload, raw.compression_type, raw.stored_checksum,
                                {table.footer().base_context_checksum, block.offset_bytes});
}

Result<FilterCut> CopyFilters(const sst::TableReader& table, const KeyRange& range,
                              const CancelToken* cancel, sst::TableWriter* target,
                              Metaindex* metaindex) {
  FilterCut cut;
  for (const auto& [name, block] : table.metaindex()) {
    if (name.starts_with(kFullFilterPrefix)) {
      RESCALE_ASSIGN_OR_RETURN((*metaindex)[name], CopyMetaBlock(table, block, target));
      cut.size_bytes += block.size_bytes;
      cut.written = true;
    } else if (name.starts_with(kPartitionedFilterPrefix) && block.size_bytes != 0) {
      // A filter to which no key was ever added has an empty top level; it answers nothing.
      PartitionCopier copier(table, range, cancel, target);
      RESCALE_RETURN_IF_ERROR(table.ForEachPartition(
          block, [&](const sst::IndexEntry& partition) { return copier.Visit(partition); }));
      RESCALE_ASSIGN_OR_RETURN(const sst::BlockHandle top_level, copier.Finish());
      if (top_level.size_bytes == 0) continue;
      metaindex->insert_or_assign(name, top_level);
      cut.size_bytes += copier.size_bytes();
      cut.written = true;
    }
  }
  return cut;
}

}  // namespace rescale::clip
