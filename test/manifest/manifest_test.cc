// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "base/coding.h"
#include "base/internal_key.h"
#include "manifest/consistency.h"
#include "manifest/log_writer.h"
#include "manifest/manifest_dump.h"
#include "manifest/manifest_reader.h"
#include "manifest/manifest_writer.h"
#include "manifest/memory_fs.h"
#include "manifest/version_edit.h"
#include "manifest/version_text.h"
#include "support/temp_dir.h"

namespace rescale::manifest {
namespace {

using test::MemoryFs;
using test::VersionText;

constexpr char kPath[] = "db/MANIFEST-000009";

FileMetaData MakeFile(uint64_t number, int32_t level, std::string_view key) {
  FileMetaData file;
  file.number = FileNumber{number};
  file.size_bytes = number * 100;
  file.level = level;
  file.smallest_seqno = SequenceNumber{number * 10};
  file.largest_seqno = SequenceNumber{number * 10 + 9};
  file.epoch_number = number;
  FileCustomFields custom;
  custom.tail_size_bytes = number;
  file.SetPayload(MakeInternalKey(key, file.largest_seqno, ValueType::kValue),
                  MakeInternalKey(std::string(key) + "~", file.smallest_seqno, ValueType::kMerge),
                  EncodeCustom(custom));
  return file;
}

// Several column families, levels and blob files.
Version SmallVersion() {
  Version version;
  version.db_id = "id-of-the-database";
  version.next_file_number = FileNumber{100};
  version.last_sequence = SequenceNumber{5000};
  version.min_log_number_to_keep = FileNumber{7};
  version.max_column_family = 9;
  ColumnFamily family;
  family.name = "default";
  family.comparator = kBytewiseComparatorName;
  family.log_number = FileNumber{8};
  family.levels.resize(3);
  for (const uint64_t number : {14u, 12u, 11u}) {
    family.levels[0].push_back(MakeFile(number, 0, "k"));
  }
  family.levels[2].push_back(MakeFile(20, 2, "a"));
  family.levels[2].push_back(MakeFile(21, 2, "b"));
  version.column_families.push_back(std::move(family));
  ColumnFamily other;
  other.id = 3;
  other.name = "other";
  other.comparator = kBytewiseComparatorName;
  other.user_defined_timestamps_persisted = false;
  other.full_history_ts_low = "ts";
  other.levels.resize(2);
  other.levels[1].push_back(MakeFile(30, 1, "a"));
  FileCustomFields custom;
  custom.oldest_blob_file_number = FileNumber{31};
  const FileMetaData plain = other.levels[1][0].Clone();
  other.levels[1][0].SetPayload(plain.smallest(), plain.largest(), EncodeCustom(custom));
  other.blob_files.push_back({FileNumber{31}, 10, 1000, "SHA", "\x01\x02", 4, 400});
  version.column_families.push_back(std::move(other));
  return version;
}

std::string WriteBytes(const Version& version) {
  MemoryFs fs;
  const Status status = WriteManifest(fs, kPath, version);
  INFO(status.ToString());
  REQUIRE(status.ok());
  return fs.files[kPath];
}

Result<Version> ReadBytes(std::string bytes) {
  MemoryFs fs;
  fs.files[kPath] = std::move(bytes);
  return ReadManifest(fs, kPath);
}

// A MANIFEST as a living database has it: edit upon edit. Also the state after each.
struct History {
  std::string bytes;
  std::vector<size_t> ends;  // where each record ends
  std::vector<std::string> states;
};

History MakeHistory() {
  History history;
  MemoryFs fs;
  auto file = std::move(fs.CreateFile(kPath, 0644)).value();
  LogWriter writer(file.get());
  const auto add = [&](VersionEdit edit) {
    REQUIRE(writer.AddRecord(EncodeVersionEdit(edit)).ok());
    REQUIRE(writer.Flush().ok());
    history.bytes = fs.files[kPath];
    history.ends.push_back(history.bytes.size());
    const auto version = ReadBytes(history.bytes);
    history.states.push_back(version.ok() ? VersionText(*version) : "");
  };
  VersionEdit first;
  first.comparator = kBytewiseComparatorName;
  first.log_number = FileNumber{0};
  first.next_file_number = FileNumber{2};
  first.last_sequence = SequenceNumber{0};
  add(std::move(first));
  for (uint64_t i = 10; i < 16; ++i) {
    VersionEdit edit;
    edit.new_files.push_back(MakeFile(i, 0, fmt::format("key{}", i)));
    if (i % 3 == 0) edit.deleted_files.push_back({0, FileNumber{i - 1}});
    edit.next_file_number = FileNumber{i + 2};
    edit.last_sequence = SequenceNumber{i * 20};
    add(std::move(edit));
  }
  return history;
}

}  // namespace

TEST_CASE("manifest: a version comes back as it was written") {
  const Version version = SmallVersion();
  const auto read = ReadBytes(WriteBytes(version));
  INFO(read.status().ToString());
  REQUIRE(read.ok());
  CHECK(VersionText(*read) == VersionText(version));
  CHECK(CheckConsistency(*read).ok());
  CHECK(read->file_count() == 6);
  CHECK(read->FindColumnFamily("other") == &read->column_families[1]);
  CHECK(read->FindColumnFamily("none") == nullptr);
}

TEST_CASE("manifest: many files are written in records of bounded size") {
  Version version = SmallVersion();
  auto& level = version.column_families[0].levels[2];
  level.clear();
  for (uint64_t i = 0; i < 7000; ++i) {
    level.push_back(MakeFile(1000 + i, 2, fmt::format("{:05}", i)));
  }
  version.last_sequence = SequenceNumber{100000};
  version.next_file_number = FileNumber{10000};
  const std::string bytes = WriteBytes(version);
  MemoryFs fs;
  fs.files[kPath] = bytes;
  int records = 0;
  REQUIRE(DumpManifest(fs, kPath, [&records](std::string_view line) {
            if (line.starts_with("record ")) ++records;
          }).ok());
  CHECK(records == 1 + 2 + (4 + 1) + (1 + 1 + 1) + 1);
  const auto read = ReadBytes(bytes);
  REQUIRE(read.ok());
  CHECK(VersionText(*read) == VersionText(version));
}

TEST_CASE("manifest: what binds a file to one place is not written") {
  Version version = SmallVersion();
  FileMetaData& file = version.column_families[0].levels[2][0];
  std::string custom;
  for (const auto& [tag, value] : std::vector<std::pair<uint32_t, std::string>>{
           {17, "credentials"}, {65, "\x01"}, {40, "kept"}, {3, "12345678"}}) {
    PutVarint32(&custom, tag);
    PutLengthPrefixed(&custom, value);
  }
  const FileMetaData plain = file.Clone();
  file.SetPayload(plain.smallest(), plain.largest(), custom);
  CHECK(PathId(file) == 1);
  const auto read = ReadBytes(WriteBytes(version));
  REQUIRE(read.ok());
  const FileMetaData& written = read->column_families[0].levels[2][0];
  const auto fields = written.DecodeCustom();
  REQUIRE(fields.ok());
  CHECK(fields->unknown == std::vector<std::pair<uint32_t, std::string>>{{40, "kept"}});
  CHECK(fields->path_id == 0);
  CHECK(written.custom() == std::string("\x28\x04kept"));
}

TEST_CASE("manifest: a version cut at any byte is its last whole record, or Corruption") {
  const History history = MakeHistory();
  for (size_t size = 0; size < history.bytes.size(); ++size) {
    auto version = ReadBytes(history.bytes.substr(0, size));
    size_t whole = 0;
    while (history.ends[whole] <= size) ++whole;
    INFO("cut at " << size << ", " << whole << " whole records");
    if (whole == 0) {
      REQUIRE(version.status().code() == StatusCode::kCorruption);
      continue;
    }
    REQUIRE(version.ok());
    Version state = std::move(*version);
    CHECK(state.notes.size() == (history.ends[whole - 1] == size ? 0 : 1));
    state.notes.clear();
    CHECK(VersionText(state) == history.states[whole - 1]);
  }
}

TEST_CASE("manifest: a version with any byte changed is Corruption with file and offset") {
  const History history = MakeHistory();
  for (size_t at = 0; at < history.bytes.size(); ++at) {
    for (const int change : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
      std::string bytes = history.bytes;
      bytes[at] = static_cast<char>(bytes[at] ^ change);
      const auto version = ReadBytes(std::move(bytes));
      INFO("byte " << at << " xor " << change);
      REQUIRE(version.status().code() == StatusCode::kCorruption);
      CHECK(version.status().path() == kPath);
      CHECK(version.status().offset_bytes().has_value());
    }
  }
}

TEST_CASE("manifest: an edit cut at any byte, in a good record, never passes as another") {
  VersionEdit edit;
  edit.comparator = kBytewiseComparatorName;
  edit.log_number = FileNumber{300};
  edit.next_file_number = FileNumber{5000};
  edit.last_sequence = SequenceNumber{70000};
  edit.new_files.push_back(MakeFile(10, 1, "key"));
  edit.blob_additions.push_back({FileNumber{31}, 10, 1000, "SHA", "\x01\x02", 0, 0});
  edit.blob_garbage.push_back({FileNumber{31}, 4, 400});
  edit.deleted_files.push_back({1, FileNumber{9}});
  edit.full_history_ts_low = "ts";
  edit.remaining_in_atomic_group = 3;
  const std::string record = EncodeVersionEdit(edit);
  for (size_t size = 0; size < record.size(); ++size) {
    VersionEdit cut;
    const Status status = DecodeVersionEdit(record.substr(0, size), &cut);
    INFO("cut at " << size);
    // Between two tags the shorter edit is sound; elsewhere it is not.
    if (!status.ok()) {
      CHECK(status.code() == StatusCode::kCorruption);
    } else {
      CHECK(EncodeVersionEdit(cut) == record.substr(0, size));
    }
  }
}

TEST_CASE("manifest: random bytes in good records are refused or read, never worse") {
  std::mt19937 random(20261201);
  VersionEdit edit;
  edit.log_number = FileNumber{0};
  edit.next_file_number = FileNumber{50};
  edit.last_sequence = SequenceNumber{7000};
  edit.new_files.push_back(MakeFile(10, 1, "key"));
  edit.blob_additions.push_back({FileNumber{31}, 10, 1000, "SHA", "\x01\x02", 0, 0});
  const std::string record = EncodeVersionEdit(edit);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string changed = record;
    for (unsigned i = 0; i <= random() % 3; ++i) {
      changed[random() % changed.size()] = static_cast<char>(random());
    }
    MemoryFs fs;
    auto file = std::move(fs.CreateFile(kPath, 0644)).value();
    LogWriter writer(file.get());
    REQUIRE(writer.AddRecord(changed).ok());
    REQUIRE(writer.Flush().ok());
    const auto version = ReadManifest(fs, kPath);
    if (version.ok()) {
      (void)CheckConsistency(*version);
      (void)VersionText(*version);
      continue;
    }
    ++refused;
    const StatusCode code = version.status().code();
    CHECK((code == StatusCode::kCorruption || code == StatusCode::kNotSupported));
    (void)DumpManifest(fs, kPath, [](std::string_view) {});
  }
  CHECK(refused > 1000);
}

TEST_CASE("manifest: a missing file is NotFound") {
  MemoryFs fs;
  CHECK(ReadManifest(fs, kPath).status().code() == StatusCode::kNotFound);
  CHECK(DumpManifest(fs, kPath, [](std::string_view) {}).code() == StatusCode::kNotFound);
}

TEST_CASE("manifest: a dump goes on behind damage and says how far it got") {
  MemoryFs fs;
  const std::string bytes = MakeHistory().bytes;
  fs.files[kPath] = bytes.substr(0, bytes.size() - 3);
  fs.files[kPath][60] ^= 1;
  fs.files[kPath].resize(kLogBlockBytes, '\0');
  fs.files[kPath] += bytes;
  std::vector<std::string> lines;
  const Status status =
      DumpManifest(fs, kPath, [&lines](std::string_view line) { lines.emplace_back(line); });
  CHECK(status.code() == StatusCode::kCorruption);
  int records = 0;
  int damaged = 0;
  for (const std::string& line : lines) {
    records += line.starts_with("record ") ? 1 : 0;
    damaged += line.starts_with("corruption: db/MANIFEST-000009: at 41: checksum") ? 1 : 0;
  }
  CHECK(records == 1 + 7);
  CHECK(damaged == 1);
  CHECK(lines.back() ==
        fmt::format("read to {0} of {0} bytes: 8 records, 1 damaged places; stopped at the end of "
                    "the file",
                    fs.files[kPath].size()));
}

TEST_CASE("manifest: writing leaves nothing behind when any operation fails") {
  const Version version = SmallVersion();
  int failures = 0;
  for (int operation = 1;; ++operation) {
    MemoryFs fs;
    fs.fail_change = operation;
    const Status status = WriteManifest(fs, kPath, version);
    if (status.ok()) break;
    ++failures;
    CHECK(status.code() == StatusCode::kIoError);
    CHECK(fs.files.empty());
  }
  CHECK(failures >= 4);  // create, append, sync, close
}

TEST_CASE("manifest: writing does not replace a file") {
  MemoryFs fs;
  fs.files[kPath] = "something";
  CHECK(WriteManifest(fs, kPath, SmallVersion()).code() == StatusCode::kAlreadyExists);
  CHECK(fs.files[kPath] == "something");
}

TEST_CASE("manifest: a version without column family 0 or with a lying level is not written") {
  MemoryFs fs;
  CHECK(WriteManifest(fs, kPath, Version()).code() == StatusCode::kInvalidArgument);
  Version version = SmallVersion();
  version.column_families[1].levels[1][0].level = 4;
  const Status status = WriteManifest(fs, kPath, version);
  CHECK(status.ToString() ==
        "column family 3 \"other\": db/MANIFEST-000009: SST 30 stands at level 1 and says 4");
  CHECK(fs.files.empty());
}

TEST_CASE("manifest: CURRENT appears whole and synced, or not at all") {
  int failures = 0;
  for (int operation = 1;; ++operation) {
    MemoryFs fs;
    fs.fail_change = operation;
    const Status status = WriteCurrent(fs, "db", FileNumber{42});
    if (status.ok()) {
      CHECK(fs.files == std::map<std::string, std::string>{{"db/CURRENT", "MANIFEST-000042\n"}});
      CHECK(fs.synced_directories.contains("db"));
      break;
    }
    ++failures;
    for (const auto& [path, content] : fs.files) {
      CHECK(path == "db/CURRENT");  // renamed, and only the directory's sync failed
      CHECK(content == "MANIFEST-000042\n");
    }
  }
  CHECK(failures == 6);
  MemoryFs fs;
  fs.files["db/CURRENT"] = "MANIFEST-000001\n";
  CHECK(WriteCurrent(fs, "db", FileNumber{42}).code() == StatusCode::kAlreadyExists);
  CHECK(fs.files == std::map<std::string, std::string>{{"db/CURRENT", "MANIFEST-000001\n"}});
}

}  // namespace rescale::manifest
