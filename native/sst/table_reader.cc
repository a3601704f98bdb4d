// SPDX-License-Identifier: Apache-2.0
#include "sst/table_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/coding.h"
#include "base/internal_key.h"
#include "sst/block.h"
#include "sst/index_cursor.h"
#include "sst/meta_block_names.h"
#include "sst/property_names.h"
#include "sst/table_file.h"
#include "sst/table_iterator.h"

namespace rescale::sst {
namespace {

constexpr std::string_view kPartitionedFilterPrefix = "partitionedfilter.";

using Metaindex = std::vector<std::pair<std::string, BlockHandle>>;

// Calls visit(key, value) for each entry of a block with sized values.
template <typename Visit>
Status ForEachEntry(std::string_view block, const Visit& visit) {
  RESCALE_ASSIGN_OR_RETURN(const BlockLayout layout, ParseBlockLayout(block));
  BlockCursor cursor(block, layout);
  for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
    RESCALE_RETURN_IF_ERROR(visit(cursor.key(), cursor.value()));
  }
  return cursor.status();
}

Status AddMetaindexEntry(std::string_view name, std::string_view value, uint64_t limit_bytes,
                         Metaindex* entries) {
  if (!entries->empty() && name <= entries->back().first) {
    return Status::Corruption(fmt::format("entry {} stands after {}: not in order", EscapeKey(name),
                                          EscapeKey(entries->back().first)));
  }
  Decoder in(value);
  BlockHandle handle;
  if (!DecodeBlockHandle(&in, &handle) || !in.empty()) {
    return Status::Corruption(fmt::format("entry {}: not a block handle", EscapeKey(name)));
  }
  RESCALE_RETURN_IF_ERROR(
      CheckBlockHandle(handle, limit_bytes).Within(fmt::format("entry {}", EscapeKey(name))));
  entries->emplace_back(std::string(name), handle);
  return Status::Ok();
}

Result<Metaindex> ReadMetaindex(const TableFile& table) {
  const BlockHandle& handle = table.footer().metaindex;
  RESCALE_ASSIGN_OR_RETURN(const RawBlock block, table.ReadRaw(handle));
  RESCALE_RETURN_IF_ERROR(table.CheckPlain(handle, block).Within("metaindex"));
  Metaindex entries;
  Status status = ForEachEntry(block.payload, [&](std::string_view name, std::string_view value) {
    return AddMetaindexEntry(name, value, table.footer_offset(), &entries);
  });
  if (!status.ok()) return table.Locate(std::move(status).Within("metaindex"), handle);
  return entries;
}

Result<Properties> ReadProperties(const TableFile& table, const BlockHandle& handle) {
  RESCALE_ASSIGN_OR_RETURN(const RawBlock block, table.ReadUnverified(handle));
  RESCALE_RETURN_IF_ERROR(table.VerifyProperties(handle, block).Within("properties"));
  RESCALE_RETURN_IF_ERROR(table.CheckPlain(handle, block).Within("properties"));
  Result<Properties> properties = DecodeProperties(block.payload);
  if (!properties.ok()) {
    return table.Locate(std::move(properties).status().Within("properties"), handle);
  }
  return properties;
}

Result<IndexCoding> ReadIndexCoding(const Properties& properties) {
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint32_t> type,
                           properties.Fixed32(property::kIndexType));
  if (!type) return Status::Corruption(fmt::format("no property {}", property::kIndexType));
  if (*type > 3) {
    return Status::NotSupported(
        fmt::format("property {}: {}; 0 to 3 are read", property::kIndexType, *type));
  }
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint64_t> user_keys,
                           properties.Varint(property::kIndexKeyIsUserKey));
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint64_t> delta,
                           properties.Varint(property::kIndexValueIsDeltaEncoded));
  return IndexCoding{*type, user_keys.value_or(0) != 0, delta.value_or(0) != 0};
}

Status CheckNoOverlap(const TableFile& table, std::vector<BlockHandle>* handles) {
  std::sort(handles->begin(), handles->end(), [](const BlockHandle& a, const BlockHandle& b) {
    return a.offset_bytes < b.offset_bytes;
  });
  for (size_t i = 1; i < handles->size(); ++i) {
    const BlockHandle& a = (*handles)[i - 1];
    const BlockHandle& b = (*handles)[i];
    if (a.offset_bytes + a.size_bytes + kBlockTrailerBytes > b.offset_bytes) {
      return table.Locate(
          Status::Corruption(fmt::format("blocks {} and {} overlap", ToString(a), ToString(b))), b);
    }
  }
  return Status::Ok();
}

}  // namespace

struct TableReader::Rep {
  explicit Rep(TableFile t) : table(std::move(t)) {}

  TableFile table;
  Metaindex metaindex;
  Properties properties;
  IndexCoding coding;
  BlockHandle index;

  const BlockHandle* Find(std::string_view name) const {
    for (const auto& [entry, handle] : metaindex) {
      if (entry == name) return &handle;
    }
    return nullptr;
  }
};

TableReader::TableReader() = default;
TableReader::~TableReader() = default;

Result<std::unique_ptr<TableReader>> TableReader::Open(FileSystem& fs, const std::string& path) {
  RESCALE_ASSIGN_OR_RETURN(TableFile table, TableFile::Open(fs, path));
  auto rep = std::make_unique<Rep>(std::move(table));
  RESCALE_ASSIGN_OR_RETURN(rep->metaindex, ReadMetaindex(rep->table));
  const BlockHandle* properties = rep->Find(meta_block::kProperties);
  if (properties == nullptr) {
    return rep->table.Locate(Status::Corruption("metaindex: no entry rocksdb.properties"),
                             rep->table.footer().metaindex);
  }
  RESCALE_ASSIGN_OR_RETURN(rep->properties, ReadProperties(rep->table, *properties));
  Result<IndexCoding> coding = ReadIndexCoding(rep->properties);
  if (!coding.ok()) return rep->table.Locate(std::move(coding).status(), *properties);
  rep->coding = *coding;
  rep->index = rep->table.footer().index;
  if (rep->table.footer().format_version >= 6) {
    const BlockHandle* index = rep->Find(meta_block::kIndex);
    if (index == nullptr) {
      return rep->table.Locate(Status::Corruption("metaindex: no entry rocksdb.index"),
                               rep->table.footer().metaindex);
    }
    rep->index = *index;
  }
  if (const BlockHandle* dictionary = rep->Find(meta_block::kDictionary); dictionary != nullptr) {
    RESCALE_ASSIGN_OR_RETURN(RawBlock block, rep->table.ReadRaw(*dictionary));
    RESCALE_RETURN_IF_ERROR(rep->table.CheckPlain(*dictionary, block).Within("dictionary"));
    rep->table.SetDictionary(std::move(block.payload));
  }
  std::unique_ptr<TableReader> reader(new TableReader());
  reader->rep_ = std::move(rep);
  return reader;
}

const Footer& TableReader::footer() const { return rep_->table.footer(); }
const Properties& TableReader::properties() const { return rep_->properties; }
const Metaindex& TableReader::metaindex() const { return rep_->metaindex; }
const RandomAccessFile& TableReader::file() const { return rep_->table.file(); }
uint32_t TableReader::index_type() const { return rep_->coding.type; }
bool TableReader::index_key_is_user_key() const { return rep_->coding.keys_are_user_keys; }
bool TableReader::index_value_is_delta_encoded() const {
  return rep_->coding.values_are_delta_coded;
}
const IndexCoding& TableReader::index_coding() const { return rep_->coding; }
const BlockHandle& TableReader::index_handle() const { return rep_->index; }

bool TableReader::is_external_file() const {
  return rep_->properties.Raw(property::kExternalFileVersion).has_value();
}

std::optional<BlockHandle> TableReader::FindMetaBlock(std::string_view name) const {
  const BlockHandle* handle = rep_->Find(name);
  return handle == nullptr ? std::nullopt : std::optional<BlockHandle>(*handle);
}

Status TableReader::ForEachIndexEntry(
    const std::function<Result<bool>(const IndexEntry&)>& visit) const {
  RESCALE_ASSIGN_OR_RETURN(const std::unique_ptr<IndexCursor> cursor,
                           IndexCursor::Open(rep_->table, rep_->index, rep_->coding));
  for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next()) {
    RESCALE_ASSIGN_OR_RETURN(const bool go_on, visit(cursor->entry()));
    if (!go_on) return Status::Ok();
  }
  return cursor->status();
}

Status TableReader::ForEachPartition(
    const BlockHandle& top_level,
    const std::function<Result<bool>(const IndexEntry&)>& visit) const {
  Decompressor decompressor;
  RESCALE_ASSIGN_OR_RETURN(const std::unique_ptr<IndexBlockCursor> cursor,
                           IndexBlockCursor::Open(rep_->table, top_level, rep_->coding,
                                                  /*is_top_level=*/true, &decompressor));
  for (cursor->SeekToFirst(); cursor->Valid(); cursor->Next()) {
    RESCALE_ASSIGN_OR_RETURN(const bool go_on, visit(cursor->entry()));
    if (!go_on) return Status::Ok();
  }
  return cursor->status();
}

Result<RawBlock> TableReader::ReadRawBlock(const BlockHandle& handle) const {
  return rep_->table.ReadRaw(handle);
}

Result<std::string> TableReader::ReadBlock(const BlockHandle& handle, bool is_data_block) const {
  Decompressor decompressor;
  std::string block;
  RESCALE_RETURN_IF_ERROR(rep_->table.Read(handle, is_data_block, &decompressor, &block));
  return block;
}

Status TableReader::ReadBlock(const BlockHandle& handle, bool is_data_block,
                              Decompressor* decompressor, std::string* out) const {
  return rep_->table.Read(handle, is_data_block, decompressor, out);
}

Result<std::vector<RangeTombstone>> TableReader::ReadRangeTombstones() const {
  std::vector<RangeTombstone> tombstones;
  const BlockHandle* handle = rep_->Find(meta_block::kRangeDeletions);
  if (handle == nullptr) return tombstones;
  RESCALE_ASSIGN_OR_RETURN(const std::string block, ReadBlock(*handle, /*is_data_block=*/false));
  Status status = ForEachEntry(block, [&](std::string_view key, std::string_view end) {
    InternalKey begin;
    if (!ParseInternalKey(key, &begin) || begin.type() != ValueType::kRangeDeletion) {
      return Status::Corruption(fmt::format("{} is not the start of a tombstone", EscapeKey(key)));
    }
    tombstones.push_back({std::string(begin.user_key), std::string(end), begin.sequence()});
    return Status::Ok();
  });
  if (!status.ok()) return rep_->table.Locate(std::move(status).Within("range deletions"), *handle);
  return tombstones;
}

std::unique_ptr<TableReader::Iterator> TableReader::NewIterator() const {
  return NewTableIterator(rep_->table, rep_->index, rep_->coding);
}

Status TableReader::VerifyBlocks(bool read_data_blocks) const {
  std::vector<BlockHandle> handles = {footer().metaindex};
  const auto verify = [&](const BlockHandle& handle) {
    handles.push_back(handle);
    return ReadRawBlock(handle).status();
  };
  const auto visit = [&](const IndexEntry& entry) -> Result<bool> {
    RESCALE_RETURN_IF_ERROR(verify(entry.block));
    return true;
  };
  const auto visit_data = [&](const IndexEntry& entry) -> Result<bool> {
    if (read_data_blocks) return visit(entry);
    handles.push_back(entry.block);
    return true;
  };
  for (const auto& [name, handle] : rep_->metaindex) {
    if (name == meta_block::kProperties) {  // verified by Open, with its exception
      handles.push_back(handle);
      continue;
    }
    if (name == meta_block::kIndex) continue;
    RESCALE_RETURN_IF_ERROR(verify(handle).Within(name));
    if (name.starts_with(kPartitionedFilterPrefix)) {
      RESCALE_RETURN_IF_ERROR(ForEachPartition(handle, visit).Within(name));
    }
  }
  RESCALE_RETURN_IF_ERROR(verify(rep_->index).Within("index"));
  if (rep_->coding.type == 2) {
    RESCALE_RETURN_IF_ERROR(ForEachPartition(rep_->index, visit).Within("index partition"));
  }
  RESCALE_RETURN_IF_ERROR(ForEachIndexEntry(visit_data).Within("data block"));
  return CheckNoOverlap(rep_->table, &handles);
}

Status TableReader::VerifyAllBlocks() const { return VerifyBlocks(/*read_data_blocks=*/true); }
Status TableReader::VerifyMetaBlocks() const { return VerifyBlocks(/*read_data_blocks=*/false); }

}  // namespace rescale::sst
