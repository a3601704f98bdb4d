// SPDX-License-Identifier: Apache-2.0
#include "clip/index_cut.h"

#include <fmt/format.h>

#include <utility>

#include "base/cancel.h"
#include "base/internal_key.h"

namespace rescale::clip {
namespace {

// One walk over the index.
class IndexWalk {
 public:
  IndexWalk(const sst::TableReader& table, const KeyRange& range) : table_(table), range_(range) {}

  Status Visit(const sst::IndexEntry& entry) {
    RESCALE_RETURN_IF_ERROR(CheckFollows(entry.block));
    const uint64_t size = entry.block.size_bytes + sst::kBlockTrailerBytes;
    const std::string_view separator =
        table_.index_key_is_user_key() ? entry.separator : UserKeyOf(entry.separator);
    if (separator < range_.begin || cut_.ends_in_last) {
      cut_.bytes_outside += size;
      cut_.outside.Add(entry.block);
    } else {
      Keep(entry);
      cut_.ends_in_last = range_.end && separator >= *range_.end;
    }
    end_ = entry.block.offset_bytes + size;
    ++ordinal_;
    return Status::Ok();
  }

  IndexCut Take() { return std::move(cut_); }

 private:
  Status CheckFollows(const sst::BlockHandle& block) const {
    if (block.offset_bytes >= end_) return Status::Ok();
    return Status::Corruption(fmt::format("data block {} begins before {}, the end of the one "
                                          "before it",
                                          ToString(block), end_))
        .At(table_.file().path(), block.offset_bytes);
  }

  void Keep(const sst::IndexEntry& entry) {
    if (cut_.empty) {
      cut_.empty = false;
      cut_.first.Assign(ordinal_, entry);
      cut_.last = cut_.first;
      return;
    }
    if (cut_.last.ordinal != cut_.first.ordinal) {  // another one follows it
      cut_.bytes_between += BlockRun::EndOf(cut_.last.block) - cut_.last.block.offset_bytes;
      cut_.between.Add(cut_.last.block);
    }
    if (cut_.first.ordinal + 1 == ordinal_) cut_.after_first.Assign(ordinal_, entry);
    std::swap(cut_.before_last, cut_.last);
    cut_.last.Assign(ordinal_, entry);
    cut_.has_gaps = cut_.has_gaps || entry.block.offset_bytes != end_;
  }

  const sst::TableReader& table_;
  const KeyRange& range_;
  IndexCut cut_;
  uint64_t ordinal_ = 0;
  uint64_t end_ = 0;  // of the block before
};

}  // namespace

void OwnedIndexEntry::Assign(uint64_t position, const sst::IndexEntry& entry) {
  ordinal = position;
  separator.assign(entry.separator);
  block = entry.block;
  first_key.assign(entry.first_key);
}

Result<IndexCut> CutIndex(const sst::TableReader& table, const KeyRange& range,
                          const CancelToken* cancel) {
  IndexWalk walk(table, range);
  const auto visit = [&](const sst::IndexEntry& entry) -> Result<bool> {
    RESCALE_RETURN_IF_ERROR(CheckCancelled(cancel));
    RESCALE_RETURN_IF_ERROR(walk.Visit(entry));
    return true;
  };
  RESCALE_RETURN_IF_ERROR(table.ForEachIndexEntry(visit));
  return walk.Take();
}

}  // namespace rescale::clip
