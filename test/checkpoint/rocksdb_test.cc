// SPDX-License-Identifier: Apache-2.0
// Directories and OPTIONS files as RocksDB itself makes and reads them.
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/options_util.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_files.h"
#include "checkpoint/options_file.h"
#include "fs/fs_util.h"
#include "support/rocksdb/require_ok.h"
#include "support/rocksdb/take_checkpoint.h"
#include "support/temp_dir.h"

namespace rescale::checkpoint {
namespace {

using test::RequireOk;
using test::TakeCheckpoint;
using test::TempDir;
using test::WriteFile;

const std::vector<std::string> kNames = {"default",         "_timer_state/event_user-timers",
                                         "a:b#c\\d",        "tail\\",
                                         "line\nbreak\r",   "quo\"te ] [ = x",
                                         " spaces around ", "\xc3\xa9t\xc3\xa9"};

rocksdb::ColumnFamilyOptions FamilyOptions(size_t i) {
  rocksdb::ColumnFamilyOptions options;
  options.num_levels = 3 + static_cast<int>(i);
  options.level0_slowdown_writes_trigger = 30 + static_cast<int>(i);
  options.level0_stop_writes_trigger = 50 + static_cast<int>(i);
  if (i % 2 == 1) options.compaction_style = rocksdb::kCompactionStyleUniversal;
  if (i % 3 == 1) options.comparator = rocksdb::ReverseBytewiseComparator();
  if (i % 3 != 1) {
    RequireOk(rocksdb::MergeOperator::CreateFromString(
        rocksdb::ConfigOptions(), "StringAppendOperator", &options.merge_operator));
  }
  rocksdb::BlockBasedTableOptions table;
  table.block_size = 1000 + i;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

// An open database with the column families of kNames.
class Database {
 public:
  explicit Database(const std::string& path) {
    rocksdb::DBOptions options;
    options.create_if_missing = true;
    options.create_missing_column_families = true;
    options.wal_dir = path + "/wal";
    std::vector<rocksdb::ColumnFamilyDescriptor> families;
    for (size_t i = 0; i < kNames.size(); ++i) families.emplace_back(kNames[i], FamilyOptions(i));
    rocksdb::DB* db = nullptr;
    RequireOk(rocksdb::DB::Open(options, path, families, &handles_, &db));
    db_.reset(db);
  }
  ~Database() {
    for (auto* handle : handles_) delete handle;
  }
  rocksdb::DB& operator*() { return *db_; }
  rocksdb::DB* operator->() { return db_.get(); }
  const std::vector<rocksdb::ColumnFamilyHandle*>& handles() const { return handles_; }

 private:
  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;
};

OptionsFile ReadOptions(const std::string& directory) {
  const auto files = FindCheckpointFiles(PosixFileSystem(), directory);
  REQUIRE(files.ok());
  REQUIRE_FALSE(files->options_name.empty());
  auto options = OptionsFile::Read(PosixFileSystem(), JoinPath(directory, files->options_name));
  INFO(options.status().ToString());
  REQUIRE(options.ok());
  return std::move(options).value();
}

struct Loaded {
  rocksdb::DBOptions db;
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
};

Loaded LoadByRocksDb(const std::string& path, bool ignore_unknown = false) {
  rocksdb::ConfigOptions config;
  config.ignore_unknown_options = ignore_unknown;
  Loaded loaded;
  RequireOk(rocksdb::LoadOptionsFromFile(config, path, &loaded.db, &loaded.families));
  return loaded;
}

size_t BlockSize(const rocksdb::ColumnFamilyDescriptor& family) {
  return family.options.table_factory->GetOptions<rocksdb::BlockBasedTableOptions>()->block_size;
}

}  // namespace

TEST_CASE("rocksdb options: what RocksDB wrote is read as RocksDB holds it") {
  const TempDir dir;
  { Database database(dir / "db"); }
  const OptionsFile options = ReadOptions(dir / "db");
  CHECK(options.ColumnFamilyNames() == kNames);
  for (size_t i = 0; i < kNames.size(); ++i) {
    CAPTURE(kNames[i]);
    const ColumnFamilyOptions family = options.ColumnFamily(kNames[i]);
    CHECK(family.num_levels == 3 + static_cast<int>(i));
    CHECK(family.level0_slowdown_writes_trigger == 30 + static_cast<int>(i));
    CHECK(family.level0_stop_writes_trigger == 50 + static_cast<int>(i));
    CHECK(family.compaction_style ==
          (i % 2 == 1 ? "kCompactionStyleUniversal" : "kCompactionStyleLevel"));
    CHECK(family.comparator ==
          (i % 3 == 1 ? "rocksdb.ReverseBytewiseComparator" : "leveldb.BytewiseComparator"));
    CHECK(family.merge_operator == (i % 3 == 1 ? "" : "StringAppendOperator"));
  }
}

TEST_CASE("rocksdb options: what is written back is the same to RocksDB") {
  const TempDir dir;
  { Database database(dir / "db"); }
  WriteFile(dir / "OPTIONS", ReadOptions(dir / "db").ToText());
  const auto files = FindCheckpointFiles(PosixFileSystem(), dir / "db");
  const Loaded before = LoadByRocksDb(dir / "db/" + files->options_name);
  const Loaded after = LoadByRocksDb(dir / "OPTIONS");
  const rocksdb::ConfigOptions config;
  std::string text_before;
  std::string text_after;
  RequireOk(rocksdb::GetStringFromDBOptions(config, before.db, &text_before));
  RequireOk(rocksdb::GetStringFromDBOptions(config, after.db, &text_after));
  CHECK(text_before == text_after);
  REQUIRE(before.families.size() == kNames.size());
  REQUIRE(after.families.size() == kNames.size());
  for (size_t i = 0; i < kNames.size(); ++i) {
    CHECK(after.families[i].name == kNames[i]);
    const auto text = [&](const Loaded& loaded, std::string* out) {
      return rocksdb::GetStringFromColumnFamilyOptions(config, loaded.families[i].options, out)
          .ok();
    };
    REQUIRE(text(before, &text_before));
    REQUIRE(text(after, &text_after));
    CHECK(text_before == text_after);
    CHECK(BlockSize(after.families[i]) == 1000 + i);
  }
}

TEST_CASE("rocksdb options: a reshaped file is accepted, in the order of the names") {
  const TempDir dir;
  { Database database(dir / "db"); }
  OptionsFile options = ReadOptions(dir / "db");
  const OptionsFile other = options;
  options.Reshape({"default"}, {});
  const std::vector<std::string> names = {"default", kNames[4], "brand:new", kNames[2]};
  options.Reshape(names, {&other});
  WriteFile(dir / "OPTIONS", options.ToText());
  const Loaded loaded = LoadByRocksDb(dir / "OPTIONS");
  CHECK(loaded.db.wal_dir.empty());
  REQUIRE(loaded.families.size() == names.size());
  const std::vector<int> levels = {3, 7, 3, 5};
  for (size_t i = 0; i < names.size(); ++i) {
    CHECK(loaded.families[i].name == names[i]);
    CHECK(loaded.families[i].options.num_levels == levels[i]);
    CHECK(BlockSize(loaded.families[i]) == 997 + static_cast<size_t>(levels[i]));
  }
}

TEST_CASE("rocksdb options: options of a newer RocksDB survive, and are ignored when asked") {
  const TempDir dir;
  { Database database(dir / "db"); }
  OptionsFile main = ReadOptions(dir / "db");
  const auto newer = OptionsFile::Parse(
      "[Version]\n  rocksdb_version=99.1.0\n  options_file_version=1.1\n[DBOptions]\n"
      "[CFOptions \"default\"]\n[CFOptions \"x\"]\n  option_of_tomorrow={a=1;b={c=\\:;}}\n"
      "  num_levels=4\n[TableOptions/BlockBasedTable \"x\"]\n  table_option_of_tomorrow=kYes\n",
      "newer");
  REQUIRE(newer.ok());
  main.Reshape({"default", "x"}, {&*newer});
  const std::string text = main.ToText();
  CHECK(text.find("\n  option_of_tomorrow={a=1;b={c=\\:;}}\n") != std::string::npos);
  CHECK(text.find("\n  table_option_of_tomorrow=kYes\n") != std::string::npos);
  WriteFile(dir / "OPTIONS", text);
  const Loaded loaded = LoadByRocksDb(dir / "OPTIONS", true);
  REQUIRE(loaded.families.size() == 2);
  CHECK(loaded.families[1].options.num_levels == 4);
}

TEST_CASE("rocksdb options: a database option that was set is what RocksDB reads") {
  const TempDir dir;
  { Database database(dir / "db"); }
  OptionsFile options = ReadOptions(dir / "db");
  options.SetDbOption("db_log_dir", "/odd:pl#ace\\x");
  options.SetDbOption("max_open_files", "77");
  WriteFile(dir / "OPTIONS", options.ToText());
  const Loaded loaded = LoadByRocksDb(dir / "OPTIONS");
  CHECK(loaded.db.db_log_dir == "/odd:pl#ace\\x");
  CHECK(loaded.db.max_open_files == 77);
}

TEST_CASE("rocksdb files: a checkpoint's files are found, its log with its size") {
  const TempDir dir;
  Database database(dir / "db");
  RequireOk(database->Put(rocksdb::WriteOptions(), "k", "v"));
  TakeCheckpoint(&*database, dir / "unflushed", UINT64_MAX);
  TakeCheckpoint(&*database, dir / "flushed", 0);

  const auto unflushed = FindCheckpointFiles(PosixFileSystem(), dir / "unflushed");
  REQUIRE(unflushed.ok());
  REQUIRE(unflushed->logs.size() == 1);
  CHECK(unflushed->logs[0].size_bytes > 0);
  const auto flushed = FindCheckpointFiles(PosixFileSystem(), dir / "flushed");
  REQUIRE(flushed.ok());
  for (const LogFile& log : flushed->logs) CHECK(log.size_bytes == 0);
  CHECK(flushed->largest_number > flushed->manifest_number);
  CHECK(CheckNotLive(PosixFileSystem(), dir / "flushed").ok());
}

TEST_CASE("rocksdb files: a database that is open is Busy, in this process and in another") {
  const TempDir dir;
  {
    Database database(dir / "db");
    const Status status = CheckNotLive(PosixFileSystem(), dir / "db");
    CHECK(status.code() == StatusCode::kBusy);
    CHECK(status.path() == dir / "db");
    CHECK(status.message().find("take a checkpoint") != std::string_view::npos);
    // Seen from another process, also after this one has asked.
    const pid_t child = ::fork();
    if (child == 0) ::_exit(CheckNotLive(PosixFileSystem(), dir / "db").ok() ? 1 : 0);
    int result = -1;
    REQUIRE(::waitpid(child, &result, 0) == child);
    CHECK(result == 0);
  }
  CHECK(CheckNotLive(PosixFileSystem(), dir / "db").ok());
}

}  // namespace rescale::checkpoint
