// SPDX-License-Identifier: Apache-2.0
#include "sst/table_index_builder.h"

namespace rescale::sst {
namespace {

constexpr uint32_t kBinary = 0;
constexpr uint32_t kHash = 1;
constexpr uint32_t kTwoLevel = 2;
constexpr uint32_t kFirstKey = 3;

}  // namespace

TableIndexBuilder::TableIndexBuilder(const IndexCoding& coding)
    : type_(coding.type == kHash ? kBinary : coding.type),
      layout_{coding.values_are_delta_coded, coding.type == kFirstKey},
      current_(layout_) {}

Status TableIndexBuilder::Add(std::string_view separator, const BlockHandle& block,
                              std::string_view first_key) {
  current_.Add(separator, block, first_key);
  ++block_count_;
  if (type_ != kTwoLevel) return Status::Ok();
  last_separator_.assign(separator);
  return current_.size_bytes() >= kPartitionBytes ? ClosePartition() : Status::Ok();
}

Status TableIndexBuilder::ClosePartition() {
  RESCALE_ASSIGN_OR_RETURN(std::string payload, current_.Finish());
  closed_.push_back({last_separator_, std::move(payload)});
  current_ = IndexBuilder(layout_);
  return Status::Ok();
}

Result<WrittenIndex> TableIndexBuilder::Write(TableWriter* target) {
  WrittenIndex written;
  written.type = type_;
  if (type_ == kTwoLevel) {
    if (current_.entry_count() != 0) RESCALE_RETURN_IF_ERROR(ClosePartition());
    for (const Partition& partition : closed_) {
      RESCALE_ASSIGN_OR_RETURN(const BlockHandle block, target->AppendBlock(partition.payload));
      written.payload_bytes += partition.payload.size();
      current_.Add(partition.separator, block);
    }
    written.partitions = closed_.size();
    closed_.clear();
  }
  RESCALE_ASSIGN_OR_RETURN(const std::string root, current_.Finish());
  RESCALE_ASSIGN_OR_RETURN(written.root, target->AppendBlock(root));
  written.payload_bytes += root.size();
  if (type_ == kTwoLevel) written.top_level_payload_bytes = root.size();
  return written;
}

}  // namespace rescale::sst
