// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "base/coding.h"
#include "manifest/file_meta_data.h"
#include "sst/property_names.h"
#include "verify/made_database.h"

namespace rescale::test {
namespace {

// A Bloom filter block of six probes: `bytes`, a multiple of 64, of `bits`, then how it was made.
std::string Bloom(size_t bytes, char bits) {
  return std::string(bytes, bits) + std::string("\xff\x00\x06\x00\x00", 5);
}

MadeTable Good() {
  return {.points = {Put("a", 9), Put("a", 4), Delete("b", 5), Put("c", 6), Put("d", 7)},
          .tombstones = {{"b", "dd", SequenceNumber{3}}}};
}

// Where the second data block of the file begins.
uint64_t SecondBlock(const std::string& path) {
  const auto table = sst::TableReader::Open(PosixFileSystem(), path);
  REQUIRE(table.ok());
  std::vector<uint64_t> offsets;
  const Status read =
      (*table)->ForEachIndexEntry([&](const sst::IndexEntry& entry) -> Result<bool> {
        offsets.push_back(entry.block.offset_bytes);
        return true;
      });
  REQUIRE(read.ok());
  return offsets.at(1);
}

// The outcome for one such file on level 1, after `change`.
std::string WithTable(const MadeTable& table,
                      const std::function<void(MadeDatabase&)>& change = nullptr) {
  MadeDatabase db;
  db.Add(1, table);
  if (change) change(db);
  db.Write();
  return Outcome(db.Deep());
}

}  // namespace

TEST_CASE("verify deep: a sound file passes and is counted") {
  MadeDatabase db;
  db.Add(1, Good());
  db.Write();
  const Result<VerifyReport> report = Verify(db.Deep());
  REQUIRE(report.status().ToString() == "ok");
  CHECK(report->deep);
  CHECK(report->blocks == 2);
  CHECK(report->entries == 5);
  REQUIRE(report->key_groups.size() == 1);
  CHECK(report->key_groups[0].entries == 5);
  CHECK(report->key_groups[0].range_tombstones == 1);
  CHECK(report->key_groups[0].digest != 0);
}

TEST_CASE("verify deep: keys out of order, twice, or of a wrong type") {
  MadeTable table = Good();
  std::swap(table.points[3], table.points[4]);
  table.separators[1] = MakeInternalKey("e", kMaxSequenceNumber, ValueType::kValue);
  CHECK(Has(WithTable(table), "does not follow"));
  table = Good();
  table.points[1] = table.points[0];
  CHECK(Has(WithTable(table), "does not follow"));
  table = Good();
  table.points[4].first = MakeInternalKey("d", SequenceNumber{7}, ValueType::kRangeDeletion);
  CHECK(Has(WithTable(table), "type 0x0f"));
  table.points[4].first = MakeInternalKey("d", SequenceNumber{7}, static_cast<ValueType>(0x33));
  CHECK(Has(WithTable(table), "type 0x33"));
}

TEST_CASE("verify deep: a separator that does not separate") {
  MadeTable table = Good();
  table.separators[0] = Put("a", 4).first;  // before the last key of block 0
  CHECK(Has(WithTable(table), "is after the block's separator"));
  table = Good();
  table.separators[0] = Put("c", 6).first;  // the first key of block 1
  CHECK(Has(WithTable(table), "is not after the separator"));
}

TEST_CASE("verify deep: contents outside the MANIFEST's bounds") {
  CHECK(Has(WithTable(Good(),
                      [](MadeDatabase& db) {
                        SetBounds(&db.file(1, 0), Put("a", 8).first, db.file(1, 0).largest());
                      }),
            "below the file's smallest"));
  // A sentinel is exclusive: no entry of its user key belongs to the file.
  CHECK(Has(WithTable(Good(),
                      [](MadeDatabase& db) {
                        SetBounds(&db.file(1, 0), db.file(1, 0).smallest(),
                                  MakeRangeTombstoneSentinel("d"));
                      }),
            "above the file's largest"));
}

TEST_CASE("verify deep: a tombstone may reach past its file's bounds") {
  MadeTable table = Good();
  table.tombstones = {{"0", "zzz", SequenceNumber{3}}};
  CHECK(WithTable(table, [](MadeDatabase& db) {
          SetBounds(&db.file(1, 0), Put("a", 9).first, Put("d", 7).first);
        }) == "ok");
}

TEST_CASE("verify deep: sequence numbers above what the MANIFEST says") {
  CHECK(Has(
      WithTable(Good(), [](MadeDatabase& db) { db.file(1, 0).largest_seqno = SequenceNumber{8}; }),
      "sequence number 9 is above the file's largest in the MANIFEST, 8"));
  MadeTable table = Good();
  table.tombstones[0].sequence = SequenceNumber{50};
  CHECK(Has(
      WithTable(table, [](MadeDatabase& db) { db.file(1, 0).largest_seqno = SequenceNumber{49}; }),
      "sequence number 50"));
  // Bounds of a whole source shifted up, for old readers: no fault.
  CHECK(WithTable(Good(), [](MadeDatabase& db) {
          db.file(1, 0).smallest_seqno.value += 100;
          db.file(1, 0).largest_seqno.value += 100;
        }) == "ok");
}

TEST_CASE("verify deep: every count of the properties") {
  for (const char* name :
       {"rocksdb.num.entries", "rocksdb.deleted.keys", "rocksdb.merge.operands",
        "rocksdb.num.range-deletions", "rocksdb.raw.key.size", "rocksdb.raw.value.size",
        "rocksdb.num.data.blocks", "rocksdb.data.size"}) {
    MadeTable table = Good();
    table.properties.SetVarint(name, 1000000);
    CHECK(Has(WithTable(table), std::string("property ") + name));
  }
}

TEST_CASE("verify deep: the unique id is that of the properties") {
  MadeTable table = Good();
  const auto with_id = [&table](UniqueId id) {
    return WithTable(table, [&](MadeDatabase& db) {
      manifest::FileCustomFields fields;
      fields.unique_id = id;
      manifest::FileMetaData& file = db.file(1, 0);
      file.SetPayload(std::string(file.smallest()), std::string(file.largest()),
                      manifest::EncodeCustom(fields));
    });
  };
  UniqueId id{};
  REQUIRE(ComputeUniqueId("made-by-hand", "ABCDEFGHIJKLMNOPQRST", FileNumber{10}, &id));
  CHECK(with_id(id) == "ok");
  table.properties.SetRaw(sst::property::kSessionIdentity, "no-session");
  CHECK(Has(with_id(id), "its properties (database identity, session"));
  table = Good();
  id[0] = static_cast<char>(id[0] ^ 1);
  CHECK(Has(with_id(id), "unique id"));
}

TEST_CASE("verify deep: a filter that misses a key") {
  MadeTable table = Good();
  table.filter = Bloom(64, '\xff');
  CHECK(WithTable(table) == "ok");
  table.filter = Bloom(64, '\0');
  CHECK(Has(WithTable(table), "is not in the file's bloom filter"));
  table.filter = "";
  CHECK(Has(WithTable(table), "is not in the file's empty filter"));
}

TEST_CASE("verify deep: a first key in the index that is not its block's names file and offset") {
  MadeTable table = Good();
  table.first_key_index = true;
  CHECK(WithTable(table) == "ok");
  table.first_keys[1] = Put("c", 5).first;
  MadeDatabase db;
  db.Add(1, table);
  db.Write();
  CHECK(Outcome(db.Options()) == "ok");
  const std::string outcome = Outcome(db.Deep());
  CHECK(Has(outcome, "corruption: "));
  CHECK(Has(outcome, "first key in the index"));
  const std::string path = db.PathOf(db.file(1, 0));
  CHECK(Has(outcome, path + ": at " + std::to_string(SecondBlock(path))));
}

TEST_CASE("verify deep: filter partitions are checked like whole filters") {
  MadeTable table = Good();
  table.filter_partitions = {{Put("b", 5).first, Bloom(64, '\xff')},
                             {Put("d", 7).first, Bloom(64, '\xff')}};
  CHECK(WithTable(table) == "ok");
  table.filter_partitions[1].second = Bloom(64, '\0');
  CHECK(Has(WithTable(table), "is not in the file's bloom filter"));
}

TEST_CASE("verify deep: a flipped byte in a filter partition names file and offset") {
  MadeTable table = Good();
  table.filter_partitions = {{Put("b", 5).first, Bloom(64, '\xff')},
                             {Put("d", 7).first, Bloom(128, '\xff')}};
  MadeDatabase db;
  db.Add(1, table);
  db.Write();
  const std::string path = db.PathOf(db.file(1, 0));
  const size_t second = ReadFile(path).find(std::string(128, '\xff'));
  REQUIRE(second != std::string::npos);
  FlipByte(path, second + 100);
  CHECK(Outcome(db.Options()) == "ok");
  const std::string outcome = Outcome(db.Deep());
  CHECK(Has(outcome, "corruption: "));
  CHECK(Has(outcome, "checksum mismatch"));
  CHECK(Has(outcome, path + ": at " + std::to_string(second)));
}

TEST_CASE("verify deep: an ingested file's keys count under its number") {
  MadeTable table{.points = {Put("a", 0), Put("b", 0), Put("c", 0)}};
  table.properties.SetFixed32("rocksdb.external_sst_file.version", 2);
  table.properties.SetRaw("rocksdb.external_sst_file.global_seqno", std::string(8, '\0'));
  const auto ingest = [](MadeDatabase& db) {
    db.file(1, 0).smallest_seqno = db.file(1, 0).largest_seqno = SequenceNumber{500};
  };
  CHECK(WithTable(table, ingest) == "ok");
  std::string other;
  PutFixed64(&other, 77);
  table.properties.SetRaw("rocksdb.external_sst_file.global_seqno", other);
  CHECK(Has(WithTable(table, ingest), "77"));
  table.properties.SetRaw("rocksdb.external_sst_file.global_seqno", std::string(8, '\0'));
  table.points[1] = Put("b", 3);
  CHECK(Has(WithTable(table, ingest), "of an ingested file has sequence number 3"));
}

TEST_CASE("verify deep: a flipped byte in a data block") {
  MadeDatabase db;
  db.Add(1, Good());
  db.Write();
  const std::string path = db.PathOf(db.file(1, 0));
  FlipByte(path, 5);
  CHECK(Outcome(db.Options()) == "ok");
  const std::string outcome = Outcome(db.Deep());
  CHECK(Has(outcome, "checksum mismatch"));
  CHECK(Has(outcome, path + ": at 0"));
}

TEST_CASE("verify deep: keys and tombstones outside the key groups") {
  const auto with_range = [](const MadeTable& table, int32_t first, int32_t last) {
    MadeDatabase db;
    db.Add(1, table);
    db.Write();
    VerifyOptions options = db.Deep();
    options.max_parallelism = *MaxParallelism::Create(128);
    options.range = KeyGroupRange{first, last};
    return Outcome(options);
  };
  MadeTable table{.points = {Put("\x10k", 1), Put("\x12k", 2), Put("\x13", 3)}};
  CHECK(with_range(table, 0x10, 0x13) == "ok");
  CHECK(Has(with_range(table, 0x11, 0x13), "key group 16 lies outside the key groups [17,19]"));
  CHECK(Has(with_range(table, 0x10, 0x12), "key group 19"));
  table.tombstones = {{"\x10", "\x14", SequenceNumber{1}}};
  CHECK(with_range(table, 0x10, 0x13) == "ok");
  table.tombstones = {{"\x10", "\x14z", SequenceNumber{1}}};
  CHECK(Has(with_range(table, 0x10, 0x13), "reaches outside the key groups"));
}

TEST_CASE("verify deep: a comparator we do not know is refused by name") {
  MadeDatabase db;
  db.Add(1, Good());
  db.version.column_families[0].comparator = "rocksdb.ReverseBytewiseComparator";
  db.Write();
  CHECK(Has(Outcome(db.Deep()), "not supported"));
  CHECK(Has(Outcome(db.Deep()), "rocksdb.ReverseBytewiseComparator"));
}

}  // namespace rescale::test
