// SPDX-License-Identifier: Apache-2.0
#include <rocksdb/filter_policy.h>

#include <catch2/catch.hpp>

#include "base/coding.h"
#include "sst/real_table.h"
#include "sst/table_reader.h"

namespace rescale::test {
namespace {

using Table = rocksdb::BlockBasedTableOptions;

struct Contents {
  std::vector<Entry> entries;
  std::vector<std::string> tombstones;
  std::map<std::string, std::string, std::less<>> properties;
  bool operator==(const Contents&) const = default;
};

// Everything a reader can be asked for.
Result<Contents> ReadEverything(const std::string& path) {
  RESCALE_ASSIGN_OR_RETURN(const std::unique_ptr<sst::TableReader> reader,
                           sst::TableReader::Open(PosixFileSystem(), path));
  RESCALE_RETURN_IF_ERROR(reader->VerifyAllBlocks());
  Contents contents;
  const std::unique_ptr<sst::TableReader::Iterator> it = reader->NewIterator();
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    contents.entries.push_back({std::string(it->key()), std::string(it->value())});
  }
  RESCALE_RETURN_IF_ERROR(it->status());
  RESCALE_ASSIGN_OR_RETURN(const std::vector<sst::RangeTombstone> tombstones,
                           reader->ReadRangeTombstones());
  for (const sst::RangeTombstone& t : tombstones) {
    contents.tombstones.push_back(t.begin + "|" + t.end + "|" + std::to_string(t.sequence.value));
  }
  contents.properties = reader->properties().all();
  return contents;
}

RealTable SmallTable(const std::string& directory, bool partitioned) {
  Table table;
  table.block_size = 200;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.checksum = partitioned ? rocksdb::kXXH3 : rocksdb::kCRC32c;
  if (partitioned) {
    table.index_type = Table::kTwoLevelIndexSearch;
    table.partition_filters = true;
    table.metadata_block_size = 100;
  }
  rocksdb::Options options = PlainOptions(table);
  options.compression = rocksdb::kSnappyCompression;
  Workload workload;
  workload.operations = 20;
  return MakeTable(directory, options, workload);
}

}  // namespace

TEST_CASE("table damage: a flip in any byte is found, or changes nothing that can be read") {
  const bool partitioned = GENERATE(false, true);
  TempDir directory;
  const RealTable table = SmallTable((directory / "db"), partitioned);
  const std::string good = ReadFile(table.path);
  const Result<Contents> whole = ReadEverything(table.path);
  REQUIRE(whole.ok());
  REQUIRE(whole->entries == table.entries);
  const std::string damaged_path = (directory / "damaged.sst");
  size_t unnoticed = 0;
  for (size_t i = 0; i < good.size(); ++i) {
    const bool in_footer = i >= good.size() - sst::kFooterBytes;
    for (int bit = 0; bit < 8; ++bit) {
      if (!in_footer && bit != static_cast<int>(i % 8)) continue;
      std::string damaged = good;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      WriteFile(damaged_path, damaged);
      const Result<Contents> read = ReadEverything(damaged_path);
      if (!read.ok()) {
        const StatusCode code = read.status().code();
        if (code != StatusCode::kCorruption && code != StatusCode::kNotSupported) {
          FAIL(i << ": " << read.status().ToString());
        }
        if (read.status().path() != damaged_path) FAIL(i << ": " << read.status().ToString());
        continue;
      }
      ++unnoticed;
      if (!(*read == *whole)) FAIL("byte " << i << ", bit " << bit << " changed what is read");
      // The footer before format_version 6 has no checksum: the version may turn into one that
      // reads alike, a varint into a longer form of the same number.
      CHECK(in_footer);
    }
  }
  CHECK(unnoticed <= 3);
}

TEST_CASE("table damage: a checksum type of none is believed only where no block has a checksum") {
  TempDir directory;
  const RealTable table = SmallTable((directory / "db"), false);
  std::string damaged = ReadFile(table.path);
  damaged[damaged.size() - sst::kFooterBytes] = 0;
  WriteFile(table.path, damaged);
  const Result<Contents> read = ReadEverything(table.path);
  CHECK(read.status().code() == StatusCode::kCorruption);
  CHECK_THAT(read.status().ToString(), Catch::Contains("none checksum mismatch"));
}

TEST_CASE("table damage: a block that is never compressed and says it is, is refused") {
  TempDir directory;
  const RealTable table = SmallTable((directory / "db"), false);
  std::string bytes = ReadFile(table.path);
  const Result<sst::Footer> footer =
      sst::DecodeFooter(bytes.substr(bytes.size() - sst::kFooterBytes), bytes.size());
  REQUIRE(footer.ok());
  const sst::BlockHandle& handle = footer->metaindex;
  const auto end = static_cast<size_t>(handle.offset_bytes + handle.size_bytes);
  const std::string payload = bytes.substr(handle.offset_bytes, handle.size_bytes);
  bytes[end] = static_cast<char>(sst::CompressionType::kSnappy);
  EncodeFixed32(bytes.data() + end + 1,
                sst::BlockChecksum(footer->checksum, payload, static_cast<uint8_t>(bytes[end])));
  WriteFile(table.path, bytes);
  const Result<Contents> read = ReadEverything(table.path);
  CHECK(read.status().code() == StatusCode::kCorruption);
  CHECK_THAT(read.status().ToString(),
             Catch::Contains("metaindex: ") && Catch::Contains("marked as compressed (snappy)"));
}

TEST_CASE("table damage: a file cut anywhere is refused") {
  TempDir directory;
  const RealTable table = SmallTable((directory / "db"), GENERATE(false, true));
  const std::string good = ReadFile(table.path);
  const std::string cut_path = (directory / "cut.sst");
  for (size_t size = 0; size < good.size(); ++size) {
    WriteFile(cut_path, good.substr(0, size));
    const Result<Contents> read = ReadEverything(cut_path);
    if (read.status().code() != StatusCode::kCorruption) {
      FAIL(size << ": " << read.status().ToString());
    }
  }
}

TEST_CASE(
    "table damage: handles in the footer that reach anywhere are refused before memory is "
    "asked for") {
  TempDir directory;
  const RealTable table = SmallTable((directory / "db"), false);
  const std::string good = ReadFile(table.path);
  const size_t footer = good.size() - sst::kFooterBytes;
  const uint64_t huge[] = {0,
                           footer - 4,
                           footer,
                           good.size(),
                           uint64_t{1} << 31,
                           uint64_t{1} << 40,
                           (uint64_t{1} << 63) - 1,
                           ~uint64_t{0} - 4,
                           ~uint64_t{0}};
  for (const uint64_t offset : huge) {
    for (const uint64_t size : huge) {
      std::string handles;
      sst::AppendBlockHandle(&handles, {offset, size});
      sst::AppendBlockHandle(&handles, {offset, size});
      if (handles.size() > 40) continue;
      handles.resize(40, '\0');
      std::string damaged = good;
      damaged.replace(footer + 1, 40, handles);
      const std::string path = (directory / "hostile.sst");
      WriteFile(path, damaged);
      const Status status = sst::TableReader::Open(PosixFileSystem(), path).status();
      CAPTURE(offset, size, status.ToString());
      CHECK(status.code() == StatusCode::kCorruption);
    }
  }
}

}  // namespace rescale::test
