// SPDX-License-Identifier: Apache-2.0
#include "clip/clip_table.h"

#include <catch2/catch.hpp>

#include "base/internal_key.h"
#include "clip/small_table.h"
#include "clip/watched_fs.h"
#include "support/faulty_fs.h"
#include "support/temp_dir.h"

// Cuts of hand-made tables: what must be refused, failures, cancellation, counts, re-basing.
namespace rescale::test {
namespace {

struct SmallCase {
  TempDir dir;
  SmallTable table;
  std::string smallest, largest;
  std::string source = dir / "000007.sst";
  std::string target = dir / "000009.sst";

  explicit SmallCase(int keys = 60, int versions = 1) {
    table.points = SmallPoints(keys, versions);
  }
  clip::ClipTableRequest Request(const KeyRange& range) {
    if (!Exists(source)) WriteSmallTable(source, table);
    if (smallest.empty()) smallest = table.points.front().first;
    if (largest.empty()) largest = table.points.back().first;
    clip::ClipTableRequest request;
    request.source_path = source;
    request.target_path = target;
    request.range = range;
    request.smallest = smallest;
    request.largest = largest;
    request.smallest_seqno = SequenceNumber{1000};
    request.largest_seqno = SequenceNumber{9000};
    request.target_number = FileNumber{9};
    request.session_id = "NEWNEWNEWNEWNEWNEW02";
    return request;
  }
  Result<clip::ClipTableResult> Clip(const KeyRange& range) {
    return clip::ClipTable(PosixFileSystem(), Request(range));
  }
};

std::vector<std::pair<std::string, std::string>> PointsOf(const std::string& path) {
  const auto table = sst::TableReader::Open(PosixFileSystem(), path);
  INFO(table.status().ToString());
  REQUIRE(table.ok());
  std::vector<std::pair<std::string, std::string>> points;
  const auto it = (*table)->NewIterator();
  for (it->SeekToFirst(); it->Valid(); it->Next()) points.emplace_back(it->key(), it->value());
  REQUIRE(it->status().ok());
  REQUIRE((*table)->VerifyAllBlocks().ok());
  return points;
}

std::vector<std::pair<std::string, std::string>> InRange(const SmallTable& table,
                                                         const KeyRange& range) {
  std::vector<std::pair<std::string, std::string>> points;
  for (const auto& point : table.points) {
    if (range.Contains(UserKeyOf(point.first))) points.push_back(point);
  }
  return points;
}

const KeyRange kMiddle{"b", "dkey035"};

}  // namespace

TEST_CASE("clip: every format version and checksum type is cut, stored checksums re-based") {
  using sst::ChecksumType;
  for (uint32_t version = sst::kMinFormatVersion; version <= sst::kMaxFormatVersion; ++version) {
    for (const ChecksumType checksum :
         {ChecksumType::kNone, ChecksumType::kCrc32c, ChecksumType::kXxHash32,
          ChecksumType::kXxHash64, ChecksumType::kXxh3}) {
      for (const KeyRange& range :
           {kMiddle, KeyRange{"", "dkey035"}, KeyRange{"b", std::nullopt}, KeyRange{"", "\xff"}}) {
        SmallCase c;
        c.table.format = {version, checksum, version >= 6 ? 0x12345678u : 0u};
        const auto result = c.Clip(range);
        INFO("version " << version << ": " << result.status().ToString());
        REQUIRE(result.ok());
        CHECK((PointsOf(c.target) == InRange(c.table, range)));
        const auto target = sst::TableReader::Open(PosixFileSystem(), c.target);
        CHECK((*target)->footer().format_version == version);
        CHECK((*target)->footer().checksum == checksum);
      }
    }
  }
}

TEST_CASE("clip: blocks inside are copied, those at the edges re-encoded, whole ones never") {
  SmallCase c;  // blocks of 4 keys
  auto result = c.Clip({"akey002", "akey009"});
  REQUIRE(result.ok());
  CHECK(result->blocks_reencoded == 2);  // keys 2-3 of the first block, 8 of the third
  CHECK(result->blocks_copied == 1);
  CHECK(result->num_entries == 7);

  SmallCase edges;  // a cut that falls on block edges
  result = edges.Clip({"akey004", "bkey012"});
  REQUIRE(result.ok());
  CHECK(result->blocks_reencoded == 0);
  CHECK(result->blocks_copied == 2);
}

TEST_CASE("clip: entries are counted on the smaller side of the cut") {
  SmallCase most(400);
  auto result = most.Clip({"akey005", std::nullopt});
  REQUIRE(result.ok());
  CHECK(result->blocks_counted == 1);
  CHECK(result->num_entries == 395);

  SmallCase few(400);
  result = few.Clip({"akey005", "bkey015"});
  REQUIRE(result.ok());
  CHECK(result->blocks_counted == 1);
  CHECK(result->num_entries == 10);

  SmallCase all(400);
  result = all.Clip({"", std::nullopt});
  REQUIRE(result.ok());
  CHECK(result->blocks_counted == 0);
  CHECK(result->num_entries == 400);
}

TEST_CASE("clip: a source without counts has its kept side counted") {
  SmallCase c(400);
  c.table.without_counts = true;
  const auto result = c.Clip({"akey005", std::nullopt});
  REQUIRE(result.ok());
  CHECK(result->num_entries == 395);
  CHECK(result->blocks_counted == 97);  // the edge blocks, whole or not, were looked into before
  const auto table = sst::TableReader::Open(PosixFileSystem(), c.target);
  const auto merges = (*table)->properties().Varint("rocksdb.merge.operands");
  uint64_t expected = 0;
  for (const auto& [key, value] : InRange(c.table, {"akey005", std::nullopt})) {
    expected += key[key.size() - 8] == '\x02';
  }
  CHECK(**merges == expected);
}

TEST_CASE("clip: counts that the contents contradict are Corruption") {
  SmallCase c(400);
  c.table.more_properties.SetVarint("rocksdb.num.entries", 3);
  const auto result = c.Clip({"bkey015", std::nullopt});
  CHECK(result.status().code() == StatusCode::kCorruption);
  CHECK(result.status().path() == c.source);
  CHECK(!Exists(c.target));
}

TEST_CASE("clip: the result has an identity of its own") {
  SmallCase c;
  const auto result = c.Clip(kMiddle);
  REQUIRE(result.ok());
  UniqueId expected;
  REQUIRE(ComputeUniqueId("some-database", "NEWNEWNEWNEWNEWNEW02", FileNumber{9}, &expected));
  CHECK(result->has_unique_id);
  CHECK(result->unique_id == expected);

  SmallCase anonymous;
  anonymous.table.more_properties.SetRaw("rocksdb.creating.db.identity", "");
  const auto other = anonymous.Clip(kMiddle);
  REQUIRE(other.ok());
  CHECK(!other->has_unique_id);
}

TEST_CASE("clip: a range outside the file gives no file") {
  SmallCase c;
  for (const KeyRange& range : {KeyRange{"x", std::nullopt}, KeyRange{"", "a"}, KeyRange{"b", "b"},
                                KeyRange{"ckey", "ckey020"}, KeyRange{"akey0040", "akey005"}}) {
    const auto result = c.Clip(range);
    REQUIRE(result.ok());
    CHECK(result->empty);
    CHECK(!Exists(c.target));
  }
}

TEST_CASE("clip: what cannot be cut is NotSupported and says what stands against it") {
  const auto refused = [](const std::string& name, const std::string& value) {
    SmallCase c;
    c.table.more_properties.SetRaw(name, value);
    const Status status = c.Clip(kMiddle).status();
    INFO(status.ToString());
    CHECK(status.code() == StatusCode::kNotSupported);
    CHECK(status.message().find(name) != std::string_view::npos);
    CHECK(status.path() == c.source);
    CHECK(!Exists(c.target));
  };
  refused("rocksdb.comparator", "rocksdb.ReverseBytewiseComparator");
  refused("rocksdb.comparator", "leveldb.BytewiseComparator.u64ts");
  refused("rocksdb.comparator", "");
  refused("rocksdb.user.defined.timestamps.persisted", std::string("\0", 1));
  refused("rocksdb.embedded.blob.stats", "x");
  refused("rocksdb.udi.is.primary.index", "\x01");

  SmallCase index;
  index.table.more_meta_blocks = {"rocksdb.user_defined_index.trie"};
  const Status status = index.Clip(kMiddle).status();
  CHECK(status.code() == StatusCode::kNotSupported);
  CHECK(status.message().find("rocksdb.user_defined_index.trie") != std::string_view::npos);
}

TEST_CASE("clip: optional parts of old formats that go by offset are left out") {
  SmallCase c;
  c.table.more_meta_blocks = {"filter.rocksdb.BuiltinBloomFilter", "rocksdb.hashindex.metadata",
                              "rocksdb.hashindex.prefixes"};
  REQUIRE(c.Clip(kMiddle).ok());
  const auto table = sst::TableReader::Open(PosixFileSystem(), c.target);
  for (const std::string& name : c.table.more_meta_blocks) CHECK(!(*table)->FindMetaBlock(name));
}

TEST_CASE("clip: a lone range tombstone has exact sequence bounds and stays inside the range") {
  SmallCase c;
  c.table.tombstones = {{"akey001", "zzz", SequenceNumber{4321}}};
  c.largest = MakeRangeTombstoneSentinel("zzz");
  const auto result = c.Clip({"q", "s"});
  INFO(result.status().ToString());
  REQUIRE(result.ok());
  CHECK(!result->empty);
  CHECK(result->num_entries == 1);
  CHECK(result->num_range_deletions == 1);
  CHECK(result->smallest == MakeInternalKey("q", SequenceNumber{4321}, ValueType::kRangeDeletion));
  CHECK(result->largest == MakeRangeTombstoneSentinel("s"));
  CHECK(result->smallest_seqno == SequenceNumber{4321});
  CHECK(result->largest_seqno == SequenceNumber{4321});
  CHECK(PointsOf(c.target).empty());
  const auto table = sst::TableReader::Open(PosixFileSystem(), c.target);
  const auto tombstones = (*table)->ReadRangeTombstones();
  REQUIRE(tombstones->size() == 1);
  CHECK(tombstones->front().begin == "q");
  CHECK(tombstones->front().end == "s");
}

TEST_CASE("clip: bounds of an ingested file carry its global sequence number") {
  SmallCase c;
  c.table.points.clear();
  for (const auto& [key, value] : SmallPoints(60)) {
    c.table.points.emplace_back(
        MakeInternalKey(UserKeyOf(key), SequenceNumber{0}, ValueType::kValue), value);
  }
  c.table.more_properties.SetFixed32("rocksdb.external_sst_file.version", 2);
  std::string global;
  PutFixed64(&global, 0);
  c.table.more_properties.SetRaw("rocksdb.external_sst_file.global_seqno", global);
  const auto result = c.Clip({"akey005", "ckey025"});
  INFO(result.status().ToString());
  REQUIRE(result.ok());
  CHECK(result->smallest == MakeInternalKey("akey005", SequenceNumber{9000}, ValueType::kValue));
  CHECK(result->largest == MakeInternalKey("ckey024", SequenceNumber{9000}, ValueType::kValue));
  CHECK(result->smallest_seqno == SequenceNumber{1000});
  CHECK(result->largest_seqno == SequenceNumber{9000});
  const auto table = sst::TableReader::Open(PosixFileSystem(), c.target);
  CHECK((*table)->properties().Raw("rocksdb.external_sst_file.global_seqno") == global);
  CHECK((*table)->is_external_file());
}

TEST_CASE("clip: a flipped bit anywhere in the source never gives a wrong result") {
  SmallCase c(40, 2);
  c.table.tombstones = {{"akey003", "ckey022", SequenceNumber{77}}};
  const KeyRange range{"akey006", "dkey033"};
  WatchedFileSystem fs;
  const clip::ClipTableRequest request = c.Request(range);
  const std::string good = ReadFile(c.source);
  size_t harmless = 0;
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << (i % 8)));
    WriteFile(c.source, bad);
    const auto result = clip::ClipTable(fs, request);
    INFO("byte " << i << ": " << result.status().ToString());
    if (!result.ok()) {
      const StatusCode code = result.status().code();
      CHECK((code == StatusCode::kCorruption || code == StatusCode::kNotSupported));
      CHECK(result.status().path() == c.source);
      CHECK(!Exists(c.target));
      continue;
    }
    // In a block that is dropped without being looked at, or an optional reserved byte.
    ++harmless;
    CHECK((PointsOf(c.target) == InRange(c.table, range)));
    REQUIRE(PosixFileSystem().RemoveFile(c.target).ok());
  }
  CHECK(harmless < good.size() / 4);
}

TEST_CASE("clip: a source that is cut short anywhere is refused") {
  SmallCase c;
  WatchedFileSystem fs;
  const clip::ClipTableRequest request = c.Request(kMiddle);
  const std::string good = ReadFile(c.source);
  for (size_t size = 0; size < good.size(); ++size) {
    WriteFile(c.source, std::string_view(good).substr(0, size));
    const Status status = clip::ClipTable(fs, request).status();
    if (status.code() != StatusCode::kCorruption || Exists(c.target)) {
      FAIL_CHECK("size " << size << ": " << status.ToString());
    }
  }
}

TEST_CASE("clip: whatever operation fails, nothing is left and the source is as it was") {
  SmallCase c(200);
  c.table.tombstones = {{"akey003", "ckey022", SequenceNumber{77}}};
  const clip::ClipTableRequest request = c.Request({"akey006", "qkey165"});
  const std::string source = ReadFile(c.source);
  FaultyFileSystem fs(PosixFileSystem());
  const uint64_t failures = FailEach(fs, Fault{}, [&](const std::string& which) {
    INFO(which);
    const auto result = clip::ClipTable(fs, request);
    CHECK(ReadFile(c.source) == source);
    if (fs.fired()) {
      CHECK(result.status().code() == StatusCode::kIoError);
      CHECK(!Exists(c.target));
    } else {
      CHECK(result.ok());
      CHECK((PointsOf(c.target) == InRange(c.table, {"akey006", "qkey165"})));
    }
  });
  CHECK(failures > 10);
}

TEST_CASE("clip: the file is synced before it is reported") {
  SmallCase c;
  const clip::ClipTableRequest request = c.Request(kMiddle);
  FaultyFileSystem fs(PosixFileSystem());
  REQUIRE(clip::ClipTable(fs, request).ok());
  CHECK(fs.count(Op::kSync) == 1);
  CHECK(fs.count(Op::kRemoveFile) == 0);
}

TEST_CASE("clip: a cut that is cancelled leaves nothing") {
  CancelToken cancel;
  SmallCase c;
  clip::ClipTableRequest request = c.Request(kMiddle);
  request.cancel = &cancel;
  FaultyFileSystem fs(PosixFileSystem());
  fs.SetObserver([&](Op op, const std::string&) {
    if (op == Op::kCreate) cancel.Cancel();
  });
  CHECK(clip::ClipTable(fs, request).status().code() == StatusCode::kCancelled);
  CHECK(!Exists(c.target));
}

TEST_CASE("clip: a target that exists is refused and stays") {
  SmallCase c;
  WriteFile(c.target, "mine");
  CHECK(c.Clip(kMiddle).status().code() == StatusCode::kAlreadyExists);
  CHECK(ReadFile(c.target) == "mine");
}

TEST_CASE("clip: a request without bounds or identity makes no sense") {
  SmallCase c;
  clip::ClipTableRequest request = c.Request(kMiddle);
  request.smallest = "short";
  CHECK(clip::ClipTable(PosixFileSystem(), request).status().code() ==
        StatusCode::kInvalidArgument);
  request = c.Request(kMiddle);
  request.session_id = "";
  CHECK(clip::ClipTable(PosixFileSystem(), request).status().code() ==
        StatusCode::kInvalidArgument);
}

}  // namespace rescale::test
