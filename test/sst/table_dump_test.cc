// SPDX-License-Identifier: Apache-2.0
#include "sst/table_dump.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "sst/table_reader.h"
#include "support/temp_dir.h"

// The SSTs under testdata/sst, each beside what its dump says. They were written by RocksDB
// versions other than the one the tests link; README there tells which and how.
namespace rescale::test {
namespace {

std::vector<std::string> Fixtures() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(RESCALE_TESTDATA "/sst")) {
    if (entry.path().extension() == ".sst") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

struct Dumped {
  std::string text;
  std::string last_line;
  Status status;
};

Dumped Dump(const std::string& path) {
  Dumped dumped;
  dumped.status = sst::DumpTable(PosixFileSystem(), path, [&](std::string_view line) {
    dumped.text.append(line).append("\n");
    dumped.last_line = line;
  });
  return dumped;
}

std::string WithoutGlobalSeqno(std::string text) {
  const size_t begin = text.find("property: rocksdb.external_sst_file.global_seqno");
  if (begin != std::string::npos) text.erase(begin, text.find('\n', begin) - begin);
  return text;
}

}  // namespace

TEST_CASE("table dump: the tables of other RocksDB versions read as they did before") {
  REQUIRE(Fixtures().size() >= 6);
  for (const std::string& path : Fixtures()) {
    INFO(path);
    const Dumped dumped = Dump(path);
    CHECK(dumped.status.ToString() == "ok");
    const std::string golden = path.substr(0, path.size() - 4) + ".txt";
    if (std::getenv("RESCALE_REWRITE") != nullptr) {
      WriteFile(golden, dumped.text);
      continue;
    }
    CHECK(dumped.text == ReadFile(golden));
  }
}

TEST_CASE("table reader: the tables of other RocksDB versions are whole") {
  for (const std::string& path : Fixtures()) {
    INFO(path);
    const auto reader = sst::TableReader::Open(PosixFileSystem(), path);
    REQUIRE(reader.status().ToString() == "ok");
    CHECK((*reader)->VerifyAllBlocks().ToString() == "ok");
    uint64_t entries = 0;
    const auto it = (*reader)->NewIterator();
    for (it->SeekToFirst(); it->Valid(); it->Next()) ++entries;
    CHECK(it->status().ToString() == "ok");
    const auto tombstones = (*reader)->ReadRangeTombstones();
    REQUIRE(tombstones.status().ToString() == "ok");
    const auto counted = (*reader)->properties().Varint("rocksdb.num.entries");
    REQUIRE(counted.ok());
    CHECK(entries + tombstones->size() == counted->value_or(0));
  }
}

TEST_CASE("table dump: a damaged data block is named and the others are shown") {
  const std::vector<std::string> fixtures = Fixtures();
  for (const std::string& path : fixtures) {
    INFO(path);
    const auto reader = sst::TableReader::Open(PosixFileSystem(), path);
    REQUIRE(reader.ok());
    std::vector<sst::BlockHandle> blocks;
    const Status walked =
        (*reader)->ForEachIndexEntry([&](const sst::IndexEntry& entry) -> Result<bool> {
          blocks.push_back(entry.block);
          return true;
        });
    REQUIRE(walked.ok());
    if (blocks.size() < 2) continue;
    TempDir directory;
    WriteFile(directory / "damaged.sst", ReadFile(path));
    FlipByte(directory / "damaged.sst", blocks[1].offset_bytes);
    const Dumped dumped = Dump(directory / "damaged.sst");
    CHECK(dumped.status.code() == StatusCode::kCorruption);
    CHECK(dumped.text.find("block 1: DAMAGED: ") != std::string::npos);
    CHECK((dumped.text.find("block 2: ") != std::string::npos) == (blocks.size() > 2));
    const std::string progress = "end: " + std::to_string(blocks.size() - 1) + " of " +
                                 std::to_string(blocks.size()) + " data blocks";
    CHECK(dumped.last_line.starts_with(progress));
  }
}

TEST_CASE("table dump: any cut or flip ends in a last line that says how far it got") {
  for (const std::string& path : Fixtures()) {
    const std::string good = ReadFile(path);
    if (good.size() > 6000) continue;
    TempDir directory;
    const std::string damaged_path = directory / "damaged.sst";
    // RocksDB 6.20 wrote this number into the finished file, past its checksum; the MANIFEST tells.
    const size_t in_place = good.find("global_seqno");
    for (size_t i = 0; i < good.size(); i += 3) {
      if (in_place != std::string::npos && i % 2 == 1 && i >= in_place && i < in_place + 20)
        continue;
      std::string damaged = good;
      if (i % 2 == 0) {
        damaged.resize(i);
      } else {
        damaged[i] = static_cast<char>(damaged[i] ^ 0x20);
      }
      WriteFile(damaged_path, damaged);
      const Dumped dumped = Dump(damaged_path);
      if (dumped.last_line.starts_with("end: ") && !dumped.status.ok()) continue;
      // The sequence number that ingestion wrote in place is under no checksum: only the MANIFEST
      // can tell that it is wrong. Nothing else may differ.
      if (WithoutGlobalSeqno(dumped.text) != WithoutGlobalSeqno(Dump(path).text)) {
        FAIL(path << " at " << i << ": " << dumped.text);
      }
    }
  }
}

}  // namespace rescale::test
