// SPDX-License-Identifier: Apache-2.0
#include "clip/clip_check.h"

#include <fmt/format.h>
#include <rocksdb/sst_file_reader.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <random>
#include <set>

#include "base/internal_key.h"
#include "clip/entry_counter.h"
#include "clip/watched_fs.h"
#include "sst/block.h"

namespace rescale::test {
namespace {

std::unique_ptr<sst::TableReader> OpenTable(const std::string& path) {
  auto table = sst::TableReader::Open(PosixFileSystem(), path);
  INFO(table.status().ToString());
  REQUIRE(table.ok());
  return std::move(table).value();
}

// The newest tombstone over a key, as far as the file's bounds let it reach; 0: none. Bounds as
// RocksDB's readers apply them to a user key that has entries: inclusive, but for a sentinel.
uint64_t CoverOf(const std::vector<sst::RangeTombstone>& tombstones, std::string_view key,
                 std::string_view smallest, std::string_view largest) {
  if (key < UserKeyOf(smallest) || key > UserKeyOf(largest)) return 0;
  if (IsRangeTombstoneSentinel(largest) && key == UserKeyOf(largest)) return 0;
  uint64_t cover = 0;
  for (const sst::RangeTombstone& t : tombstones) {
    if (t.begin <= key && key < t.end) cover = std::max(cover, t.sequence.value);
  }
  return cover;
}

void CheckTombstones(const SourceSst& sst, const TableContents& source, const KeyRange& range,
                     const TableContents& target, const clip::ClipTableResult& result) {
  std::set<std::string> probes{range.begin, range.begin + std::string(1, '\0')};
  if (range.end) probes.insert(*range.end);
  for (const auto& [key, value] : source.points) probes.insert(std::string(UserKeyOf(key)));
  for (const auto* list : {&source.tombstones, &target.tombstones}) {
    for (const sst::RangeTombstone& t : *list) probes.insert({t.begin, t.end, t.end + "\x01"});
  }
  for (const std::string& key : probes) {
    const uint64_t expected =
        range.Contains(key) ? CoverOf(source.tombstones, key, sst.smallest, sst.largest) : 0;
    const uint64_t found = CoverOf(target.tombstones, key, result.smallest, result.largest);
    if (found == expected) continue;
    INFO("key " << EscapeKey(key));
    CHECK(found == expected);
  }
  for (size_t i = 0; i < target.tombstones.size(); ++i) {
    const sst::RangeTombstone& t = target.tombstones[i];
    CHECK((t.begin < t.end && t.begin >= range.begin && (!range.end || t.end <= *range.end)));
    if (i == 0) continue;
    const sst::RangeTombstone& before = target.tombstones[i - 1];
    CHECK(CompareInternalKeys(
              MakeInternalKey(before.begin, before.sequence, ValueType::kRangeDeletion),
              MakeInternalKey(t.begin, t.sequence, ValueType::kRangeDeletion)) < 0);
  }
}

// A bound on a side that is not trimmed is the source's; on a trimmed side the tightest that holds
// all contents.
void CheckBounds(const SourceSst& sst, const KeyRange& range, const TableContents& target,
                 const clip::ClipTableResult& result) {
  REQUIRE(CompareInternalKeys(result.smallest, result.largest) <= 0);
  const bool left = UserKeyOf(sst.smallest) < range.begin;
  if (!left) CHECK(result.smallest == sst.smallest);
  const bool sentinel = IsRangeTombstoneSentinel(sst.largest);
  const bool right = range.end && !(UserKeyOf(sst.largest) < *range.end ||
                                    (sentinel && UserKeyOf(sst.largest) == *range.end));
  if (!right) CHECK(result.largest == sst.largest);
  if (!target.points.empty()) {  // in order, as compared with the source's
    CHECK(CompareInternalKeys(result.smallest, target.points.front().first) <= 0);
    CHECK(CompareInternalKeys(target.points.back().first, result.largest) <= 0);
  }
  if (left) CHECK(UserKeyOf(result.smallest) >= range.begin);
  if (right) CHECK(UserKeyOf(result.largest) <= *range.end);
  if (right && UserKeyOf(result.largest) == *range.end) {
    CHECK(IsRangeTombstoneSentinel(result.largest));
  }
}

// What a file holds, counted anew.
struct FreshCount {
  uint64_t entries = 0, deletions = 0, merges = 0, range_deletions = 0;
  uint64_t key_bytes = 0, value_bytes = 0, blocks = 0, data_size = 0;
  uint64_t index_size = 0, index_partitions = 0, top_level_size = 0;
};

FreshCount Count(const sst::TableReader& table, const TableContents& contents) {
  FreshCount count;
  for (const auto& [key, value] : contents.points) {
    InternalKey parsed;
    if (!ParseInternalKey(key, &parsed)) FAIL("a short key");
    ++count.entries;
    count.key_bytes += key.size();
    count.value_bytes += value.size();
    count.deletions +=
        parsed.type() == ValueType::kDeletion || parsed.type() == ValueType::kSingleDeletion;
    count.merges += parsed.type() == ValueType::kMerge;
  }
  for (const sst::RangeTombstone& t : contents.tombstones) {
    ++count.entries;
    ++count.deletions;
    ++count.range_deletions;
    count.key_bytes += t.begin.size() + 8;
    count.value_bytes += t.end.size();
  }
  const Status walk = table.ForEachIndexEntry([&](const sst::IndexEntry& e) -> Result<bool> {
    ++count.blocks;
    count.data_size = e.block.offset_bytes + e.block.size_bytes + 5;
    return true;
  });
  REQUIRE(walk.ok());
  count.index_size = table.index_handle().size_bytes + 5;
  if (table.index_type() != 2) return count;
  const auto add = [&](const sst::IndexEntry& e) -> Result<bool> {
    ++count.index_partitions;
    count.index_size += e.block.size_bytes;
    return true;
  };
  REQUIRE(table.ForEachPartition(table.index_handle(), add).ok());
  if (count.index_partitions != 0) count.top_level_size = table.index_handle().size_bytes;
  return count;
}

void CheckProperties(const std::string& path, const rocksdb::Options& options,
                     const TableContents& contents, const clip::ClipTableResult& result,
                     uint64_t number) {
  const auto table = OpenTable(path);
  const FreshCount count = Count(*table, contents);
  rocksdb::SstFileReader reader(options);
  RequireOk(reader.Open(path));
  RequireOk(reader.VerifyChecksum());
  const auto p = reader.GetTableProperties();
  CHECK(p->num_entries == count.entries);
  CHECK(p->num_deletions == count.deletions);
  CHECK(p->num_merge_operands == count.merges);
  CHECK(p->num_range_deletions == count.range_deletions);
  CHECK(p->raw_key_size == count.key_bytes);
  CHECK(p->raw_value_size == count.value_bytes);
  CHECK(p->num_data_blocks == count.blocks);
  CHECK(p->data_size == count.data_size);
  CHECK(p->index_size == count.index_size);
  CHECK(p->index_partitions == count.index_partitions);
  CHECK(p->top_level_index_size == count.top_level_size);
  CHECK(p->orig_file_number == number);
  CHECK(p->db_session_id == kSession);
  uint64_t filter_bytes = 0;
  for (const auto& [name, block] : table->metaindex()) {
    if (name.starts_with("fullfilter.") || name.starts_with("partitionedfilter.")) {
      filter_bytes += block.size_bytes;
    }
    if (!name.starts_with("partitionedfilter.")) continue;
    const auto add = [&](const sst::IndexEntry& e) -> Result<bool> {
      filter_bytes += e.block.size_bytes;
      return true;
    };
    REQUIRE(table->ForEachPartition(block, add).ok());
  }
  CHECK(p->filter_size == filter_bytes);

  CHECK(result.num_entries == count.entries);
  CHECK(result.num_range_deletions == count.range_deletions);
  CHECK(result.file_size_bytes == std::filesystem::file_size(path));
  CHECK(result.tail_size_bytes == result.file_size_bytes - count.data_size);
  CHECK(result.blocks_copied + result.blocks_reencoded == count.blocks);
  CHECK(result.blocks_reencoded <= 2);
  CHECK(result.has_unique_id);
}

// The index of the result: separators between blocks, first keys that are the blocks' own.
void CheckIndex(const std::string& path) {
  const auto table = OpenTable(path);
  std::string last;
  const auto visit = [&](const sst::IndexEntry& entry) -> Result<bool> {
    const auto raw = table->ReadBlock(entry.block, true);
    if (!raw.ok()) return raw.status();
    const auto layout = sst::ParseBlockLayout(*raw);
    if (!layout.ok()) return layout.status();
    sst::BlockCursor cursor(*raw, *layout);
    cursor.SeekToFirst();
    if (!cursor.Valid()) return Status::Corruption("an empty block");
    const std::string first(cursor.key());
    std::string end;
    for (; cursor.Valid(); cursor.Next()) end = cursor.key();
    const bool user_keys = table->index_key_is_user_key();
    const bool fine = (table->index_type() != 3 || entry.first_key == first) &&
                      (user_keys ? entry.separator >= UserKeyOf(end)
                                 : CompareInternalKeys(entry.separator, end) >= 0) &&
                      (last.empty() || (user_keys ? last < UserKeyOf(first)
                                                  : CompareInternalKeys(last, first) < 0));
    if (!fine)
      FAIL_CHECK("separator " << EscapeKey(entry.separator) << " of a block that ends with "
                              << EscapeKey(end));
    last = entry.separator;
    return true;
  };
  REQUIRE(table->ForEachIndexEntry(visit).ok());
}

}  // namespace

TableContents ReadTable(const std::string& path) {
  const auto table = OpenTable(path);
  TableContents contents;
  const auto it = table->NewIterator();
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    contents.points.emplace_back(it->key(), it->value());
  }
  INFO(it->status().ToString());
  REQUIRE(it->status().ok());
  auto tombstones = table->ReadRangeTombstones();
  INFO(tombstones.status().ToString());
  REQUIRE(tombstones.ok());
  contents.tombstones = std::move(tombstones).value();
  return contents;
}

SourceSst SstOf(const RocksSource& source, const manifest::FileMetaData& file) {
  return {source.PathOf(file), std::string(file.smallest()), std::string(file.largest()),
          file.smallest_seqno, file.largest_seqno};
}

clip::ClipTableRequest RequestFor(const SourceSst& sst, const KeyRange& range,
                                  const std::string& target, uint64_t number) {
  clip::ClipTableRequest request;
  request.source_path = sst.path;
  request.target_path = target;
  request.range = range;
  request.smallest = sst.smallest;
  request.largest = sst.largest;
  request.smallest_seqno = sst.smallest_seqno;
  request.largest_seqno = sst.largest_seqno;
  request.target_number = FileNumber{number};
  request.session_id = kSession;
  return request;
}

clip::ClipTableResult ClipAndCheck(const SourceSst& sst, const TableContents& contents,
                                   const KeyRange& range, const std::string& target,
                                   const rocksdb::Options& options) {
  // A number of its own for each: the readers of RocksDB share a block cache.
  static uint64_t next_number = 1000;
  const clip::ClipTableRequest request = RequestFor(sst, range, target, ++next_number);
  WatchedFileSystem fs;
  const auto clipped = clip::ClipTable(fs, request);
  INFO(clipped.status().ToString());
  REQUIRE(clipped.ok());
  TableContents expected;
  for (const auto& [key, value] : contents.points) {
    if (range.Contains(UserKeyOf(key))) expected.points.emplace_back(key, value);
  }
  CHECK(Exists(target) == !clipped->empty);
  CHECK(fs.syncs() == (clipped->empty ? 0 : 1));
  if (clipped->empty) {
    CHECK(expected.points.empty());
    CheckTombstones(sst, contents, range, {}, {.smallest = sst.smallest, .largest = sst.largest});
    return *clipped;
  }
  const TableContents found = ReadTable(target);
  CHECK((found.points == expected.points));
  CHECK((!found.points.empty() || !found.tombstones.empty()));
  CheckTombstones(sst, contents, range, found, *clipped);
  CheckBounds(sst, range, found, *clipped);
  CheckProperties(target, options, found, *clipped, request.target_number.value);
  CheckIndex(target);
  const Status blocks = OpenTable(target)->VerifyAllBlocks();
  INFO(blocks.ToString());
  CHECK(blocks.ok());
  if (!(found.points.empty() && found.tombstones.size() == 1)) {
    CHECK(clipped->smallest_seqno == sst.smallest_seqno);
    CHECK(clipped->largest_seqno == sst.largest_seqno);
  } else {
    CHECK(clipped->smallest_seqno == found.tombstones[0].sequence);
    CHECK(clipped->largest_seqno == found.tombstones[0].sequence);
  }
  return *clipped;
}

std::vector<KeyRange> Cuts(const std::string& path, uint32_t seed, size_t count) {
  const auto table = OpenTable(path);
  std::vector<std::string> points{"", "\xff"};
  std::string last;
  const auto add = [&](const std::string& key) {
    points.push_back(key);
    points.push_back(key + std::string(1, '\0'));
    points.push_back(key.substr(0, key.size() - 1));
  };
  const auto visit = [&](const sst::IndexEntry& entry) -> Result<bool> {
    const auto raw = table->ReadBlock(entry.block, true);
    if (!raw.ok()) return raw.status();
    const auto layout = sst::ParseBlockLayout(*raw);
    if (!layout.ok()) return layout.status();
    sst::BlockCursor cursor(*raw, *layout);
    for (cursor.SeekToFirst(); cursor.Valid(); cursor.Next()) {
      if (last.empty() || cursor.entry_offset() == 0) add(std::string(UserKeyOf(cursor.key())));
      last = UserKeyOf(cursor.key());
    }
    add(last);
    add(std::string(table->index_key_is_user_key() ? entry.separator : UserKeyOf(entry.separator)));
    return true;
  };
  REQUIRE(table->ForEachIndexEntry(visit).ok());
  const auto tombstones = table->ReadRangeTombstones();
  REQUIRE(tombstones.ok());
  for (const sst::RangeTombstone& t : *tombstones) {
    points.push_back(t.begin);
    points.push_back(t.end);
  }
  std::mt19937 random(seed);
  std::vector<KeyRange> cuts{
      {"", std::nullopt}, {"\xff", std::nullopt}, {"", std::string("\x00", 1)}};
  cuts.push_back({last, last + std::string(1, '\0')});
  cuts.push_back({last + std::string(1, '\0'), std::nullopt});
  cuts.push_back({"", last});
  while (cuts.size() < count) {
    std::string begin = points[random() % points.size()];
    std::string end = points[random() % points.size()];
    if (random() % 6 == 0) {
      cuts.push_back({begin, std::nullopt});
      continue;
    }
    if (random() % 6 == 0) end = begin + std::string(1, '\0');
    if (end < begin) std::swap(begin, end);
    cuts.push_back({begin, end});
  }
  return cuts;
}

std::string ToString(const KeyRange& range) {
  return fmt::format("[{}, {})", EscapeKey(range.begin),
                     range.end ? EscapeKey(*range.end) : "no end");
}

}  // namespace rescale::test
