// SPDX-License-Identifier: Apache-2.0
// The parts a version is built of: custom fields, edits, the file table, the order of levels.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "base/coding.h"
#include "base/internal_key.h"
#include "manifest/file_table.h"
#include "manifest/level_order.h"
#include "manifest/version_builder.h"
#include "manifest/version_edit.h"

namespace rescale::manifest {
namespace {

const std::string kBound = MakeInternalKey("k", SequenceNumber{5}, ValueType::kValue);

std::string RandomBytes(std::mt19937* random, size_t most) {
  std::string bytes((*random)() % (most + 1), '\0');
  for (char& c : bytes) c = static_cast<char>((*random)());
  return bytes;
}

uint64_t RandomNumber(std::mt19937_64* random) {
  return (*random)() >> ((*random)() % 64);  // all lengths of varint
}

FileCustomFields RandomFields(std::mt19937* random, std::mt19937_64* wide) {
  FileCustomFields fields;
  const auto maybe = [random] { return (*random)() % 2 == 0; };
  fields.marked_for_compaction = maybe();
  if (maybe()) fields.oldest_blob_file_number = FileNumber{RandomNumber(wide)};
  if (maybe()) fields.oldest_ancester_time_s = RandomNumber(wide);
  if (maybe()) fields.file_creation_time_s = RandomNumber(wide);
  if (maybe()) fields.file_checksum = RandomBytes(random, 20);
  if (maybe()) fields.file_checksum_func_name = RandomBytes(random, 20);
  if (maybe()) fields.temperature = static_cast<uint8_t>((*random)());
  if (maybe()) fields.min_timestamp = RandomBytes(random, 20);
  if (maybe()) fields.max_timestamp = RandomBytes(random, 200);
  if (maybe()) fields.unique_id.emplace().fill(static_cast<char>((*random)()));
  if (maybe()) fields.compensated_range_deletion_size = RandomNumber(wide);
  if (maybe()) fields.tail_size_bytes = RandomNumber(wide);
  fields.user_defined_timestamps_persisted = maybe();
  if (maybe()) fields.unknown.emplace_back(30, RandomBytes(random, 20));
  return fields;
}

std::vector<FileMetaData> RandomFiles(std::mt19937* random, const std::string& prefix) {
  std::vector<FileMetaData> files;
  for (uint64_t i = 0; i < 500; ++i) {
    FileMetaData file;
    file.number = FileNumber{i};
    const std::string key = prefix + fmt::format("{:06}", (*random)() % 400);
    const std::string smallest =
        MakeInternalKey(key.substr(0, key.size() - (*random)() % 3),
                        SequenceNumber{(*random)() % 4}, ValueType::kValue);
    file.SetPayload(smallest, smallest, "");
    files.push_back(std::move(file));
  }
  std::shuffle(files.begin(), files.end(), *random);
  return files;
}

}  // namespace

TEST_CASE("custom fields: what is encoded decodes to the same, for random fields") {
  std::mt19937 random(1);
  std::mt19937_64 wide(2);
  for (int round = 0; round < 2000; ++round) {
    const FileCustomFields fields = RandomFields(&random, &wide);
    FileMetaData file;
    file.SetPayload("12345678", "12345678", EncodeCustom(fields));
    const auto decoded = file.DecodeCustom();
    INFO(decoded.status().ToString());
    REQUIRE(decoded.ok());
    CHECK(decoded->marked_for_compaction == fields.marked_for_compaction);
    CHECK(decoded->oldest_blob_file_number == fields.oldest_blob_file_number);
    CHECK(OldestBlobFileNumber(file) == fields.oldest_blob_file_number);
    CHECK(decoded->oldest_ancester_time_s == fields.oldest_ancester_time_s);
    CHECK(decoded->file_creation_time_s == fields.file_creation_time_s);
    CHECK(decoded->file_checksum == fields.file_checksum);
    CHECK(decoded->file_checksum_func_name == fields.file_checksum_func_name);
    CHECK(decoded->temperature == fields.temperature);
    CHECK(decoded->min_timestamp == fields.min_timestamp);
    CHECK(decoded->max_timestamp == fields.max_timestamp);
    CHECK(decoded->unique_id == fields.unique_id);
    CHECK(decoded->compensated_range_deletion_size == fields.compensated_range_deletion_size);
    CHECK(decoded->tail_size_bytes == fields.tail_size_bytes);
    CHECK(decoded->user_defined_timestamps_persisted == fields.user_defined_timestamps_persisted);
    CHECK(decoded->unknown == fields.unknown);
    CHECK(EncodeCustom(*decoded) == EncodeCustom(fields));
  }
}

TEST_CASE("custom fields: twice the same, cut short, or too wide is Corruption") {
  FileMetaData file;
  file.number = FileNumber{12};
  const auto decode = [&file](std::string_view custom) {
    file.SetPayload(kBound, kBound, custom);
    return file.DecodeCustom().status().ToString();
  };
  CHECK(decode("\x0f\x01\x05\x0f\x01\x05") == "SST 12: custom field 15 (TailSize) stands twice");
  CHECK(decode("\x0f\x02\x05") == "SST 12: custom field 15 (TailSize) runs past the end");
  CHECK(decode(std::string_view("\x0f\x02\x05\x00", 4)) ==
        "SST 12: custom field 15 (TailSize) has a wrong width: 2 bytes");
  CHECK(decode("\x1e\x01\x05\x1e\x01\x05") == "ok");  // unknown ones may repeat
  CHECK(file.DecodeCustom()->unknown.size() == 2);
}

TEST_CASE("edits: what is encoded decodes to the same, for random edits") {
  std::mt19937 random(3);
  std::mt19937_64 wide(4);
  for (int round = 0; round < 1000; ++round) {
    VersionEdit edit;
    const auto maybe = [&random] { return random() % 2 == 0; };
    if (maybe()) edit.db_id = RandomBytes(&random, 40);
    if (maybe()) edit.comparator = RandomBytes(&random, 40);
    if (maybe()) edit.persist_user_defined_timestamps = maybe();
    if (maybe()) edit.log_number = FileNumber{RandomNumber(&wide)};
    if (maybe()) edit.prev_log_number = FileNumber{RandomNumber(&wide)};
    if (maybe()) edit.next_file_number = FileNumber{RandomNumber(&wide)};
    if (maybe()) edit.min_log_number_to_keep = FileNumber{RandomNumber(&wide)};
    if (maybe()) edit.last_sequence = SequenceNumber{RandomNumber(&wide)};
    if (maybe()) edit.max_column_family = static_cast<uint32_t>(random());
    if (maybe()) edit.column_family = static_cast<uint32_t>(random());
    if (maybe()) edit.column_family_add = RandomBytes(&random, 40);
    edit.column_family_drop = maybe();
    if (maybe()) edit.remaining_in_atomic_group = static_cast<uint32_t>(random());
    if (maybe()) edit.full_history_ts_low = "t" + RandomBytes(&random, 10);
    if (maybe()) edit.last_compacted_manifest_bytes = RandomNumber(&wide);
    if (maybe()) edit.wal_deletion = FileNumber{RandomNumber(&wide)};
    for (unsigned i = 0; i < random() % 3; ++i) {
      edit.compact_cursors.push_back({3, kBound});
      edit.deleted_files.push_back({2, FileNumber{RandomNumber(&wide)}});
      edit.blob_garbage.push_back({FileNumber{1}, RandomNumber(&wide), RandomNumber(&wide)});
      edit.blob_additions.push_back({FileNumber{RandomNumber(&wide)}, RandomNumber(&wide), 3,
                                     RandomBytes(&random, 9), RandomBytes(&random, 9), 0, 0});
      edit.wal_additions.push_back({FileNumber{5}, RandomNumber(&wide)});
      FileMetaData file;
      file.number = FileNumber{RandomNumber(&wide)};
      file.size_bytes = RandomNumber(&wide);
      file.epoch_number = RandomNumber(&wide);
      file.level = static_cast<int32_t>(random() % 7);
      file.SetPayload(RandomBytes(&random, 300) + kBound, kBound,
                      EncodeCustom(RandomFields(&random, &wide)));
      edit.new_files.push_back(std::move(file));
    }
    const std::string record = EncodeVersionEdit(edit);
    VersionEdit decoded;
    const Status status = DecodeVersionEdit(record, &decoded);
    INFO(status.ToString());
    REQUIRE(status.ok());
    CHECK(EncodeVersionEdit(decoded) == record);
    CHECK(decoded.new_files.size() == edit.new_files.size());
    CHECK(decoded.comparator == edit.comparator);
  }
}

TEST_CASE("edits: a bound of a type that no entry has is refused, as RocksDB does") {
  VersionEdit edit;
  FileMetaData file;
  file.number = FileNumber{12};
  const auto type = static_cast<ValueType>(GENERATE(0x03, 0x34, 0x7f));
  file.SetPayload(kBound, MakeInternalKey("k", SequenceNumber{7}, type), "");
  edit.new_files.push_back(std::move(file));
  VersionEdit decoded;
  const Status status = DecodeVersionEdit(EncodeVersionEdit(edit), &decoded);
  CHECK(status.code() == StatusCode::kCorruption);
  CHECK_THAT(status.ToString(), Catch::Contains("largest key is an entry of type 0x"));
}

TEST_CASE("edits: files beyond the first some thousand are found by their positions") {
  VersionEdit edit;
  for (uint64_t i = 0; i < NewFiles::kMostDecoded + 10; ++i) {
    FileMetaData file;
    file.number = FileNumber{i};
    file.epoch_number = i;
    file.SetPayload(kBound, kBound, "");
    edit.new_files.push_back(std::move(file));
  }
  const std::string record = EncodeVersionEdit(edit);
  VersionEdit decoded;
  NewFiles files;
  REQUIRE(DecodeVersionEdit(record, &decoded, &files).ok());
  CHECK(files.decoded.size() == NewFiles::kMostDecoded);
  REQUIRE(files.positions.size() == 10);
  for (size_t i = 0; i < 10; ++i) {
    const auto file = DecodeNewFile(record, files.positions[i]);
    REQUIRE(file.ok());
    CHECK(file->number.value == NewFiles::kMostDecoded + i);
  }
  VersionBuilder builder;
  VersionEdit counters;
  counters.log_number = FileNumber{0};
  counters.next_file_number = FileNumber{10000};
  counters.last_sequence = SequenceNumber{0};
  REQUIRE(builder.Apply(EncodeVersionEdit(counters)).ok());
  REQUIRE(builder.Apply(record).ok());
  const auto version = builder.Finish();
  REQUIRE(version.ok());
  CHECK(version->file_count() == NewFiles::kMostDecoded + 10);
}

TEST_CASE("file table: agrees with a map through random insertions and deletions") {
  for (const uint64_t stride : {uint64_t{1}, uint64_t{8}, uint64_t{4096}, uint64_t{1} << 40}) {
    std::mt19937 random(static_cast<unsigned>(stride));
    FileTable table;
    std::map<uint64_t, std::pair<uint32_t, int32_t>> model;
    int wrong = 0;
    for (int step = 0; step < 30000; ++step) {
      const uint64_t number = (random() % 2000) * stride;
      const auto family = static_cast<uint32_t>(random() % 3);
      const auto found = model.find(number);
      if (found != model.end() && random() % 2 == 0) {
        table.Erase(FileNumber{number});
        model.erase(found);
      } else if (step % 7001 == 7000) {
        table.EraseColumnFamily(family);
        std::erase_if(model, [family](const auto& entry) { return entry.second.first == family; });
      } else {
        FileMetaData file;
        file.number = FileNumber{number};
        file.level = static_cast<int32_t>(random() % 4);
        const int32_t level = file.level;
        const bool added = table.Insert(family, std::move(file));
        wrong += added == model.try_emplace(number, family, level).second ? 0 : 1;
      }
      uint32_t owner = 0;
      const uint64_t asked = (random() % 2000) * stride;
      const FileMetaData* live = table.Find(FileNumber{asked}, &owner);
      const auto expected = model.find(asked);
      if (live == nullptr || expected == model.end()) {
        wrong += live == nullptr && expected == model.end() ? 0 : 1;
      } else if (live->number.value != asked || std::pair(owner, live->level) != expected->second) {
        ++wrong;
      }
    }
    CHECK(wrong == 0);
    size_t taken = 0;
    for (const auto& [at, files] : table.Take()) {
      for (const FileMetaData& file : files) {
        wrong += model.at(file.number.value) == at ? 0 : 1;
        ++taken;
      }
    }
    CHECK(taken == model.size());
    CHECK(wrong == 0);
  }
}

// With an unseeded multiplicative hash all of these would have one home.
TEST_CASE("file table: numbers chosen to meet in one place are found at once") {
  constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  uint64_t inverse = kMultiplier;  // modulo 2^64, by Newton's iteration
  for (int i = 0; i < 6; ++i) inverse *= 2 - kMultiplier * inverse;
  REQUIRE(inverse * kMultiplier == 1);
  FileTable table;
  size_t added = 0;
  for (uint64_t hash = 1; added < 100'000; ++hash) {
    const uint64_t line = hash * inverse;
    if (line >= uint64_t{1} << 59) continue;
    FileMetaData file;
    file.number = FileNumber{line << 3};
    REQUIRE(table.Insert(0, std::move(file)));
    ++added;
  }
  uint32_t family = 1;
  CHECK(table.Find(FileNumber{1}, &family) == nullptr);
}

TEST_CASE("level order: sorting by smallest key agrees with plain comparison") {
  std::mt19937 random(5);
  for (const std::string prefix : {"", "p", "a prefix longer than eight bytes"}) {
    std::vector<FileMetaData> files = RandomFiles(&random, prefix);
    SortBySmallestKey(&files);
    for (size_t i = 1; i < files.size(); ++i) {
      const int order = CompareInternalKeys(files[i - 1].smallest(), files[i].smallest());
      REQUIRE((order < 0 || (order == 0 && files[i - 1].number < files[i].number)));
    }
    std::vector<bool> seen(files.size());
    for (const FileMetaData& file : files) seen[file.number.value] = true;
    CHECK(std::count(seen.begin(), seen.end(), true) == 500);
  }
}

TEST_CASE("level order: L0 goes by epoch only when every file has one") {
  std::vector<FileMetaData> files(3);
  const std::vector<std::array<uint64_t, 3>> rows = {{1, 9, 5}, {2, 5, 7}, {3, 7, 6}};
  for (size_t i = 0; i < 3; ++i) {
    files[i].number = FileNumber{rows[i][0]};
    files[i].largest_seqno = SequenceNumber{rows[i][1]};
    files[i].epoch_number = rows[i][2];
  }
  SortLevel0(&files);
  CHECK(files[0].number.value == 2);
  CHECK(files[1].number.value == 3);
  CHECK(files[2].number.value == 1);
  files[0].epoch_number = 0;
  SortLevel0(&files);
  CHECK(files[0].number.value == 1);
  CHECK(files[1].number.value == 3);
  CHECK(files[2].number.value == 2);
}

TEST_CASE("file meta data: a clone is equal and apart") {
  FileMetaData file;
  file.number = FileNumber{7};
  file.SetPayload("smallest", "largest", "custom");
  const FileMetaData copy = file.Clone();
  file.SetPayload(file.largest(), file.smallest(), "");  // from its own payload
  CHECK(file.smallest() == "largest");
  CHECK(file.largest() == "smallest");
  CHECK(copy.smallest() == "smallest");
  CHECK(copy.largest() == "largest");
  CHECK(copy.custom() == "custom");
  CHECK(copy.number == file.number);
}

}  // namespace rescale::manifest
