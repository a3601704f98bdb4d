// SPDX-License-Identifier: Apache-2.0
// Against real RocksDB: what it writes we read, and what we write it opens.
#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/metadata.h>
#include <rocksdb/options.h>
#include <rocksdb/sst_file_writer.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <random>

#include "base/internal_key.h"
#include "checkpoint/checkpoint_files.h"
#include "manifest/consistency.h"
#include "manifest/manifest_reader.h"
#include "manifest/manifest_writer.h"
#include "support/temp_dir.h"

namespace rescale::manifest {
namespace {

using test::TempDir;

// An open database with its column families by name.
class Database {
 public:
  Database(const std::string& path, rocksdb::Options options,
           const std::vector<std::string>& families)
      : options_(std::move(options)) {
    options_.create_if_missing = true;
    options_.paranoid_checks = true;
    options_.force_consistency_checks = true;
    std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
    for (const std::string& name : families) descriptors.emplace_back(name, options_);
    std::vector<rocksdb::ColumnFamilyHandle*> handles;
    Check(rocksdb::DB::Open(options_, path, descriptors, &handles, &db_));
    for (size_t i = 0; i < handles.size(); ++i) families_[families[i]] = handles[i];
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() {
    for (auto& [name, family] : families_) delete family;
    if (db_ != nullptr) Check(db_->Close());
    delete db_;
  }

  static void Check(const rocksdb::Status& status) {
    if (!status.ok()) throw std::runtime_error(status.ToString());
  }

  rocksdb::DB* operator->() { return db_; }
  rocksdb::ColumnFamilyHandle* operator[](const std::string& name) { return families_.at(name); }

  void Create(const std::string& name) {
    Check(db_->CreateColumnFamily(options_, name, &families_[name]));
  }
  void Drop(const std::string& name) {
    Check(db_->DropColumnFamily(families_.at(name)));
    delete families_.at(name);
    families_.erase(name);
  }
  void Fill(const std::string& name, int from, int to, std::string_view value) {
    for (int i = from; i < to; ++i) {
      Check(db_->Put({}, families_.at(name), fmt::format("key{:06}", i),
                     fmt::format("{}{}", value, i)));
    }
  }
  void Flush(const std::string& name) { Check(db_->Flush({}, families_.at(name))); }
  void Compact(const std::string& name) {
    rocksdb::CompactRangeOptions options;
    options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
    Check(db_->CompactRange(options, families_.at(name), nullptr, nullptr));
  }
  std::map<std::string, std::string> Scan(const std::string& name) {
    std::map<std::string, std::string> all;
    std::unique_ptr<rocksdb::Iterator> it(db_->NewIterator({}, families_.at(name)));
    for (it->SeekToFirst(); it->Valid(); it->Next()) {
      all[it->key().ToString()] = it->value().ToString();
    }
    Check(it->status());
    return all;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, family] : families_) names.push_back(name);
    return names;
  }

 private:
  rocksdb::Options options_;
  rocksdb::DB* db_ = nullptr;
  std::map<std::string, rocksdb::ColumnFamilyHandle*> families_;
};

rocksdb::Options SmallFiles() {
  rocksdb::Options options;
  options.write_buffer_size = 64 << 10;
  options.target_file_size_base = 16 << 10;
  options.max_bytes_for_level_base = 64 << 10;
  options.disable_auto_compactions = true;  // so that nothing changes while two views are compared
  options.level0_slowdown_writes_trigger = 2000;
  options.level0_stop_writes_trigger = 3000;
  return options;
}

std::string ManifestPath(const std::string& directory) {
  auto files = checkpoint::FindCheckpointFiles(PosixFileSystem(), directory);
  REQUIRE(files.ok());
  return directory + "/" + files->manifest_name;
}

Version Read(const std::string& directory) {
  auto version = ReadManifest(PosixFileSystem(), ManifestPath(directory));
  INFO(version.status().ToString());
  REQUIRE(version.ok());
  return std::move(version).value();
}

// Compares what we read with what RocksDB says of the same open database.
void CheckSame(const Version& version, Database* db) {
  std::map<uint64_t, rocksdb::LiveFileMetaData> live;
  std::vector<rocksdb::LiveFileMetaData> files;
  (*db)->GetLiveFilesMetaData(&files);
  for (const auto& file : files) live[file.file_number] = file;
  CHECK(version.file_count() == live.size());
  CHECK(version.column_families.size() == db->names().size());
  for (const std::string& name : db->names()) {
    INFO("column family " << name);
    const ColumnFamily* family = version.FindColumnFamily(name);
    REQUIRE(family != nullptr);
    CHECK(family->id == (*db)[name]->GetID());
    CHECK(family->comparator == kBytewiseComparatorName);
    rocksdb::ColumnFamilyMetaData meta;
    (*db)->GetColumnFamilyMetaData((*db)[name], &meta);
    for (const auto& level : meta.levels) {
      const auto index = static_cast<size_t>(level.level);
      const size_t ours = index < family->levels.size() ? family->levels[index].size() : 0;
      REQUIRE(level.files.size() == ours);
      for (size_t i = 0; i < ours; ++i) {
        const FileMetaData& file = family->levels[index][i];
        INFO("level " << level.level << " file " << i);
        // GetColumnFamilyMetaData keeps RocksDB's own order of the level.
        REQUIRE(file.number.value == level.files[i].file_number);
        const rocksdb::LiveFileMetaData& theirs = live.at(file.number.value);
        CHECK(theirs.column_family_name == name);
        CHECK(file.level == theirs.level);
        CHECK(file.size_bytes == theirs.size);
        CHECK(file.smallest_seqno.value == theirs.smallest_seqno);
        CHECK(file.largest_seqno.value == theirs.largest_seqno);
        CHECK(UserKeyOf(file.smallest()) == theirs.smallestkey);
        CHECK(UserKeyOf(file.largest()) == theirs.largestkey);
        const auto custom = file.DecodeCustom();
        REQUIRE(custom.ok());
        CHECK(custom->oldest_blob_file_number.value == theirs.oldest_blob_file_number);
        CHECK(custom->oldest_ancester_time_s == theirs.oldest_ancester_time);
        CHECK(custom->file_creation_time_s == theirs.file_creation_time);
        CHECK(custom->marked_for_compaction == false);
      }
    }
    REQUIRE(family->blob_files.size() == meta.blob_files.size());
    for (size_t i = 0; i < meta.blob_files.size(); ++i) {
      CHECK(family->blob_files[i].number.value == meta.blob_files[i].blob_file_number);
      CHECK(family->blob_files[i].total_count == meta.blob_files[i].total_blob_count);
      CHECK(family->blob_files[i].total_bytes == meta.blob_files[i].total_blob_bytes);
      CHECK(family->blob_files[i].garbage_count == meta.blob_files[i].garbage_blob_count);
      CHECK(family->blob_files[i].garbage_bytes == meta.blob_files[i].garbage_blob_bytes);
    }
  }
}

std::vector<std::string> TableFiles(const std::string& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const std::string extension = entry.path().extension();
    if (extension == ".sst" || extension == ".blob") {
      names.push_back(entry.path().filename());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Links the live files of `version` into a new directory and writes MANIFEST and CURRENT there.
void MakeCopy(const std::string& from, const std::string& to, Version* version) {
  REQUIRE(std::filesystem::create_directory(to));
  for (const ColumnFamily& family : version->column_families) {
    for (const auto& level : family.levels) {
      for (const FileMetaData& file : level) {
        const std::string name = "/" + checkpoint::TableFileName(file.number);
        std::filesystem::create_hard_link(from + name, to + name);
      }
    }
    for (const BlobFile& blob : family.blob_files) {
      const std::string name = "/" + checkpoint::BlobFileName(blob.number);
      std::filesystem::create_hard_link(from + name, to + name);
    }
  }
  const FileNumber manifest = version->next_file_number;
  version->next_file_number = FileNumber{manifest.value + 1};
  const std::string path = to + "/" + checkpoint::ManifestFileName(manifest);
  REQUIRE(WriteManifest(PosixFileSystem(), path, *version).ok());
  REQUIRE(WriteCurrent(PosixFileSystem(), to, manifest).ok());
}

// Every way to compare a database with the copy that our MANIFEST describes.
void CheckRoundTrip(const TempDir& dir, const std::string& source, const rocksdb::Options& options,
                    const std::vector<std::string>& families) {
  std::map<std::string, std::map<std::string, std::string>> content;
  {
    Database db(source, options, families);
    for (const std::string& name : families) {
      db.Flush(name);
      content[name] = db.Scan(name);
    }
    CheckSame(Read(source), &db);
  }
  Version version = Read(source);
  const Status consistent = CheckConsistency(version);
  INFO(consistent.ToString());
  CHECK(consistent.ok());
  const std::string copy = dir / "copy";
  MakeCopy(source, copy, &version);
  const std::vector<std::string> tables = TableFiles(copy);
  {
    Database db(copy, options, families);
    CheckSame(version, &db);
    for (const std::string& name : families) CHECK(db.Scan(name) == content[name]);
    Database::Check(db->VerifyChecksum());
  }
  CHECK(TableFiles(copy) == tables);
  {
    Database db(copy, options, families);
    for (const std::string& name : families) {
      db.Fill(name, 0, 5, "new");
      db.Compact(name);
      for (int i = 0; i < 5; ++i)
        content[name][fmt::format("key{:06}", i)] = fmt::format("new{}", i);
      CHECK(db.Scan(name) == content[name]);
    }
  }
}

}  // namespace

TEST_CASE("manifest: column families, levels, drops and moves of a real RocksDB") {
  const TempDir dir;
  const std::string source = dir / "source";
  rocksdb::Options options = SmallFiles();
  {
    Database db(source, options, {"default"});
    for (const char* name : {"timers", "gone", "state", "gone-too"}) db.Create(name);
    for (int round = 0; round < 4; ++round) {
      for (const char* name : {"timers", "gone", "state", "default", "gone-too"}) {
        db.Fill(name, round * 300, round * 300 + 1500, std::string(60, 'v'));
        db.Flush(name);
      }
      if (round == 1) db.Compact("state");
    }
    db.Drop("gone");
    db.Compact("timers");
    db.Compact("timers");  // moves on, trivially where it can
    db.Drop("gone-too");
    db.Create("gone");  // the name again, another id
    db.Fill("gone", 0, 100, "again");
    Database::Check(db->DeleteRange({}, db["state"], "key000100", "key000400"));
    Database::Check(db->Delete({}, db["default"], "key000007"));
  }
  CheckRoundTrip(dir, source, options, {"default", "timers", "state", "gone"});
}

TEST_CASE("manifest: blob files and their garbage of a real RocksDB") {
  const TempDir dir;
  const std::string source = dir / "source";
  rocksdb::Options options = SmallFiles();
  options.enable_blob_files = true;
  options.min_blob_size = 20;
  options.blob_file_size = 32 << 10;
  options.enable_blob_garbage_collection = true;
  options.blob_garbage_collection_age_cutoff = 0.5;
  {
    Database db(source, options, {"default"});
    db.Create("other");
    for (int round = 0; round < 5; ++round) {
      for (const char* name : {"default", "other"}) {
        db.Fill(name, round * 100, round * 100 + 900, std::string(100, 'b'));
        db.Flush(name);
      }
      if (round == 2) db.Compact("default");
    }
  }
  CheckRoundTrip(dir, source, options, {"default", "other"});
  const Version version = Read(source);
  CHECK_FALSE(version.column_families[0].blob_files.empty());
}

TEST_CASE("manifest: records that span several blocks of a real RocksDB") {
  const TempDir dir;
  const std::string source = dir / "source";
  rocksdb::Options options = SmallFiles();
  options.target_file_size_base = 4 << 10;
  options.max_bytes_for_level_base = 1 << 30;
  options.compression = rocksdb::kNoCompression;
  const std::string long_prefix(700, 'p');
  {
    Database db(source, options, {"default"});
    std::mt19937 random(7);
    for (int i = 0; i < 3000; ++i) {
      Database::Check(db->Put({}, long_prefix + fmt::format("{:05}", random() % 100000u),
                              std::string(400, 'v')));
    }
    db.Flush("default");
    db.Compact("default");
    db.Compact("default");
  }
  // Reopening writes the whole state as one record.
  { const Database db(source, options, {"default"}); }
  CHECK(std::filesystem::file_size(ManifestPath(source)) > 4 * 32768);
  CheckRoundTrip(dir, source, options, {"default"});
}

TEST_CASE("manifest: many small edits of a real RocksDB") {
  const TempDir dir;
  const std::string source = dir / "source";
  const rocksdb::Options options = SmallFiles();
  {
    Database db(source, options, {"default"});
    for (int i = 0; i < 120; ++i) {
      db.Fill("default", i * 3, i * 3 + 10, "v");
      db.Flush("default");
      if (i % 40 == 39) db.Compact("default");
    }
    CheckSame(Read(source), &db);
  }
  CheckRoundTrip(dir, source, options, {"default"});
}

TEST_CASE("manifest: ingested files of a real RocksDB") {
  const TempDir dir;
  const std::string source = dir / "source";
  const rocksdb::Options options = SmallFiles();
  {
    Database db(source, options, {"default"});
    db.Fill("default", 0, 200, "old");
    db.Flush("default");
    rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options);
    Database::Check(writer.Open(dir / "external.sst"));
    for (int i = 100; i < 300; ++i) {
      Database::Check(writer.Put(fmt::format("key{:06}", i), "ingested"));
    }
    Database::Check(writer.Finish());
    Database::Check(db->IngestExternalFile({dir / "external.sst"}, {}));
    db.Fill("default", 150, 160, "newer");
  }
  CheckRoundTrip(dir, source, options, {"default"});
}

TEST_CASE("manifest: WALs that a real RocksDB tracks") {
  const TempDir dir;
  const std::string source = dir / "source";
  rocksdb::Options options = SmallFiles();
  options.track_and_verify_wals_in_manifest = true;
  Database db(source, options, {"default"});
  db.Create("other");
  db.Fill("default", 0, 10, "kept in the WAL");
  db.Fill("other", 0, 10, "flushed");
  db.Flush("other");  // a new WAL begins; the old one is synced, recorded and still needed
  rocksdb::VectorLogPtr logs;
  Database::Check(db->GetSortedWalFiles(logs));
  REQUIRE(logs.size() == 1);  // the new one is empty and not listed
  Version version = Read(source);
  REQUIRE(version.wals.size() == 1);
  CHECK(version.wals[0].number.value == logs[0]->LogNumber());
  CHECK(version.wals[0].synced_size_bytes == logs[0]->SizeFileBytes());
  db.Flush("default");  // now it is not needed
  db.Fill("default", 0, 10, "again");
  db.Flush("default");
  version = Read(source);
  CHECK(version.wals.empty());
}

TEST_CASE("manifest: groups of column families flushed at once by a real RocksDB") {
  const TempDir dir;
  const std::string source = dir / "source";
  rocksdb::Options options = SmallFiles();
  options.atomic_flush = true;
  {
    Database db(source, options, {"default"});
    db.Create("one");
    db.Create("two");
    for (int round = 0; round < 3; ++round) {
      for (const char* name : {"default", "one", "two"}) db.Fill(name, 0, 50, "v");
      Database::Check(db->Flush({}, {db["default"], db["one"], db["two"]}));
    }
    CheckSame(Read(source), &db);
  }
  CheckRoundTrip(dir, source, options, {"default", "one", "two"});
}

}  // namespace rescale::manifest
