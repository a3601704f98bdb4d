// SPDX-License-Identifier: Apache-2.0
#include "sst/table_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/coding.h"
#include "base/internal_key.h"
#include "sst/block.h"
#include "sst/filter.h"
#include "sst/index_cursor.h"
#include "sst/meta_block_names.h"
#include "sst/properties.h"
#include "sst/property_names.h"
#include "sst/table_file.h"

namespace rescale::sst {
namespace {

// Properties that hold one varint64. RocksDB 11.9 `table/table_properties.cc`; the others are text,
// or named in PropertyToText.
constexpr std::array<std::string_view, 35> kNumbers = {
    property::kColumnFamilyId,
    property::kCreationTime,
    property::kDataRestartInterval,
    property::kDataSize,
    property::kDeletedKeys,
    property::kFileCreationTime,
    property::kFilterSize,
    property::kFixedKeyLength,
    property::kFormatVersion,
    property::kIndexRestartInterval,
    property::kIndexKeyIsUserKey,
    property::kIndexPartitions,
    property::kIndexSize,
    property::kIndexValueIsDeltaEncoded,
    property::kLargestSeqno,
    property::kSmallestSeqno,
    property::kMergeOperands,
    property::kNewestKeyTime,
    property::kNumDataBlocks,
    property::kNumDataBlocksRejected,
    property::kNumDataBlocksBypassed,
    property::kNumEntries,
    property::kNumFilterEntries,
    property::kNumRangeDeletions,
    property::kNumUniformBlocks,
    property::kOldestKeyTime,
    property::kOriginalFileNumber,
    property::kRawKeySize,
    property::kRawValueSize,
    property::kFastSampleDataSize,
    property::kSlowSampleDataSize,
    property::kSeparateKeyValue,
    property::kTailStartOffset,
    property::kTopLevelIndexSize,
    property::kTimestampsPersisted,
};

std::string KeyToText(std::string_view internal_key) {
  InternalKey key;
  if (!ParseInternalKey(internal_key, &key)) return EscapeKey(internal_key) + " (short)";
  return fmt::format("{} @{} type 0x{:02x}", EscapeKey(key.user_key), key.sequence().value,
                     key.packed & 0xff);
}

class Dump {
 public:
  Dump(const TableFile& table, const std::function<void(std::string_view)>& emit)
      : table_(table), emit_(emit) {}

  Status Run() {
    ShowFooter();
    ShowMetaindex();
    ShowProperties();
    ShowBlocks();
    ShowFilters();
    ShowTombstones();
    if (damage_.ok()) {
      Line("end: all of the file was read: {} data blocks, {} entries", blocks_read_, entries_);
    } else {
      Line("end: {} of {} data blocks of the index were read, {} entries; first damage: {}",
           blocks_read_, blocks_, entries_, damage_.ToString());
    }
    return damage_;
  }

 private:
  template <typename... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    emit_(fmt::format(format, std::forward<Args>(args)...));
  }

  void Damaged(std::string_view what, const Status& status) {
    Line("{}: DAMAGED: {}", what, status.ToString());
    if (damage_.ok()) damage_ = status;
  }

  void ShowFooter() {
    const Footer& f = table_.footer();
    Line("file: {} bytes", table_.file().size_bytes());
    Line("footer: format_version {}, checksum {}, base context checksum {:08x}, metaindex {}",
         f.format_version, ChecksumTypeName(f.checksum), f.base_context_checksum,
         ToString(f.metaindex));
    if (f.format_version < 6) Line("footer: index {}", ToString(f.index));
    index_ = f.index;
  }

  // A block's payload, decompressed; false after having shown the damage. One whose checksum alone
  // is wrong is shown as damaged, and read all the same if `lenient`.
  bool Read(std::string_view what, const BlockHandle& handle, bool lenient, std::string* out) {
    Result<RawBlock> raw = table_.ReadUnverified(handle);
    if (!raw.ok()) {
      Damaged(what, raw.status());
      return false;
    }
    const Status checksum =
        what == "properties" ? table_.VerifyProperties(handle, *raw) : table_.Verify(handle, *raw);
    if (!checksum.ok()) {
      Damaged(what, checksum);
      if (!lenient) return false;
    }
    const Status status =
        Decompressor().Decompress(raw->compression_type, raw->payload, nullptr, out);
    if (!status.ok()) Damaged(what, table_.Locate(status, handle));
    return status.ok();
  }

  template <typename Visit>
  void ForEach(std::string_view what, const BlockHandle& handle, const std::string& block,
               const Visit& visit) {
    const Result<BlockLayout> layout = ParseBlockLayout(block);
    if (!layout.ok()) return Damaged(what, table_.Locate(layout.status(), handle));
    BlockCursor cursor(block, *layout);
    for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) visit(cursor.key(), cursor.value());
    if (!cursor.status().ok()) Damaged(what, table_.Locate(Status(cursor.status()), handle));
  }

  void ShowMetaindex() {
    std::string block;
    const BlockHandle& self = table_.footer().metaindex;
    if (!Read("metaindex", self, /*lenient=*/true, &block)) return;
    ForEach("metaindex", self, block, [&](std::string_view name, std::string_view value) {
      Decoder in(value);
      BlockHandle handle;
      if (!DecodeBlockHandle(&in, &handle)) {
        return Damaged("metaindex", Status::Corruption(EscapeKey(name) + ": no block handle"));
      }
      Line("metaindex: {} {}", EscapeKey(name), ToString(handle));
      metaindex_.emplace_back(std::string(name), handle);
      if (name == meta_block::kIndex) index_ = handle;
    });
  }

  const BlockHandle* Find(std::string_view name) const {
    const auto it = std::find_if(metaindex_.begin(), metaindex_.end(),
                                 [name](const auto& entry) { return entry.first == name; });
    return it == metaindex_.end() ? nullptr : &it->second;
  }

  void ShowProperties() {
    const BlockHandle* handle = Find(meta_block::kProperties);
    std::string block;
    if (handle == nullptr) {
      return Damaged("properties", Status::Corruption("not in the metaindex"));
    }
    if (!Read("properties", *handle, /*lenient=*/true, &block)) return;
    ForEach("properties", *handle, block, [&](std::string_view name, std::string_view value) {
      Line("property: {} = {}", EscapeKey(name), PropertyToText(name, value));
      properties_.SetRaw(name, std::string(value));
    });
  }

  // How the index is coded, as far as the properties tell; by default as most files have it.
  IndexCoding Coding() const {
    IndexCoding coding;
    const auto type = properties_.Fixed32(property::kIndexType);
    const auto user_keys = properties_.Varint(property::kIndexKeyIsUserKey);
    const auto delta = properties_.Varint(property::kIndexValueIsDeltaEncoded);
    if (type.ok()) coding.type = type->value_or(0);
    coding.keys_are_user_keys = user_keys.ok() && user_keys->value_or(1) != 0;
    coding.values_are_delta_coded = delta.ok() && delta->value_or(1) != 0;
    return coding;
  }

  void ShowBlocks() {
    const IndexCoding coding = Coding();
    Line("index: type {} at {}, {} keys, {} values", coding.type, ToString(index_),
         coding.keys_are_user_keys ? "user" : "internal",
         coding.values_are_delta_coded ? "delta-coded" : "plain");
    if (const BlockHandle* handle = Find(meta_block::kDictionary); handle != nullptr) {
      std::string bytes;
      if (Read("dictionary", *handle, /*lenient=*/false, &bytes)) {
        Line("dictionary: {} bytes", bytes.size());
        dictionary_ = std::make_unique<CompressionDictionary>(std::move(bytes));
      }
    }
    Result<std::unique_ptr<IndexCursor>> index = IndexCursor::Open(table_, index_, coding);
    if (!index.ok()) return Damaged("index", index.status());
    IndexCursor& cursor = **index;
    for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) ShowBlock(coding, cursor.entry());
    if (!cursor.status().ok()) Damaged("index", cursor.status());
  }

  void ShowBlock(const IndexCoding& coding, const IndexEntry& entry) {
    const std::string what = fmt::format("block {}", blocks_++);
    Line("{}: {} up to {}", what, ToString(entry.block),
         coding.keys_are_user_keys ? EscapeKey(entry.separator) : KeyToText(entry.separator));
    Result<RawBlock> raw = table_.ReadRaw(entry.block);
    if (!raw.ok()) return Damaged(what, raw.status());
    std::string block;
    if (const Status status = Decompressor().Decompress(raw->compression_type, raw->payload,
                                                        dictionary_.get(), &block);
        !status.ok()) {
      return Damaged(what, table_.Locate(status, entry.block));
    }
    std::string first, last;
    uint64_t count = 0;
    ForEach(what, entry.block, block, [&](std::string_view key, std::string_view) {
      if (count++ == 0) first = key;
      last = key;
    });
    const Result<BlockLayout> layout = ParseBlockLayout(block);
    if (!layout.ok()) return;
    Line("{}: {}, {} bytes, {} entries, {} restarts{}{}, {} .. {}", what,
         CompressionTypeName(raw->compression_type), block.size(), count, layout->restart_count,
         layout->has_hash_index ? ", hash index" : "",
         layout->is_separated ? ", separated values" : "", KeyToText(first), KeyToText(last));
    ++blocks_read_;
    entries_ += count;
  }

  void ShowFilters() {
    for (const auto& [name, handle] : metaindex_) {
      if (name.starts_with("partitionedfilter.")) ShowPartitions(handle);
      if (!name.starts_with("fullfilter.")) continue;
      std::string contents;
      if (!Read(name, handle, /*lenient=*/false, &contents)) continue;
      Line("filter: {} bytes, {}", contents.size(), FilterKindName(FilterBlock(contents).kind()));
    }
  }

  void ShowPartitions(const BlockHandle& top_level) {
    Decompressor decompressor;
    Result<std::unique_ptr<IndexBlockCursor>> opened =
        IndexBlockCursor::Open(table_, top_level, Coding(), /*is_top_level=*/true, &decompressor);
    if (!opened.ok()) return Damaged("filter", opened.status());
    IndexBlockCursor& cursor = **opened;
    for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
      std::string contents;
      if (!Read("filter partition", cursor.entry().block, /*lenient=*/false, &contents)) continue;
      Line("filter partition: {} {}, up to {}", ToString(cursor.entry().block),
           FilterKindName(FilterBlock(contents).kind()), EscapeKey(cursor.entry().separator));
    }
    if (!cursor.status().ok()) Damaged("filter", cursor.status());
  }

  void ShowTombstones() {
    const BlockHandle* handle = Find(meta_block::kRangeDeletions);
    std::string block;
    if (handle == nullptr || !Read("range deletions", *handle, /*lenient=*/true, &block)) return;
    ForEach("range deletions", *handle, block, [&](std::string_view key, std::string_view end) {
      Line("range deletion: {} .. {}", KeyToText(key), EscapeKey(end));
    });
  }

  const TableFile& table_;
  const std::function<void(std::string_view)>& emit_;
  std::vector<std::pair<std::string, BlockHandle>> metaindex_;
  Properties properties_;
  BlockHandle index_;
  std::unique_ptr<CompressionDictionary> dictionary_;
  uint64_t blocks_ = 0;
  uint64_t blocks_read_ = 0;
  uint64_t entries_ = 0;
  Status damage_;
};

}  // namespace

std::string PropertyToText(std::string_view name, std::string_view value) {
  Decoder in(value);
  if (name == property::kIndexType || name == property::kExternalFileVersion) {
    uint32_t number = 0;
    if (in.GetFixed32(&number) && in.empty()) return std::to_string(number);
  } else if (name == property::kGlobalSeqno) {
    uint64_t number = 0;
    if (in.GetFixed64(&number) && in.empty()) return std::to_string(number);
  } else if (std::find(kNumbers.begin(), kNumbers.end(), name) != kNumbers.end()) {
    uint64_t number = 0;
    if (in.GetVarint64(&number) && in.empty()) return std::to_string(number);
  }
  return "\"" + EscapeKey(value) + "\"";
}

Status DumpTable(FileSystem& fs, const std::string& path,
                 const std::function<void(std::string_view)>& emit_line) {
  const Result<TableFile> table = TableFile::Open(fs, path);
  if (table.ok()) return Dump(*table, emit_line).Run();
  const StatusCode code = table.status().code();
  if (code == StatusCode::kCorruption || code == StatusCode::kNotSupported) {
    emit_line("end: nothing was read: " + table.status().ToString());
  }
  return table.status();
}

}  // namespace rescale::sst
