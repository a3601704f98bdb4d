// SPDX-License-Identifier: Apache-2.0
#include "clip/rocks_source.h"

#include <fmt/format.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>

#include <catch2/catch.hpp>
#include <random>

#include "manifest/manifest_reader.h"
#include "support/rocksdb/append_operator.h"

namespace rescale::test {
namespace {

using Table = rocksdb::BlockBasedTableOptions;

// Random operations, a snapshot after each when nothing may be dropped.
class Writer {
 public:
  Writer(rocksdb::DB* db, const Workload& workload)
      : db_(db), workload_(workload), random_(workload.seed) {}
  ~Writer() {
    for (const rocksdb::Snapshot* s : snapshots_) db_->ReleaseSnapshot(s);
  }

  void Step() {
    const auto kind = random_() % 40;
    if (kind < 4) {
      RequireOk(db_->Delete({}, Key()));
    } else if (kind < 5) {
      RequireOk(db_->SingleDelete({}, "\x07only-once" + std::to_string(random_())));
    } else if (kind < 9 && workload_.merges) {
      RequireOk(db_->Merge({}, Key(), Value()));
    } else if (kind < 11 && workload_.range_deletes) {
      std::string begin = Key();
      std::string end = Key();
      if (end < begin) std::swap(begin, end);
      if (begin < end) RequireOk(db_->DeleteRange({}, db_->DefaultColumnFamily(), begin, end));
    } else {
      RequireOk(db_->Put({}, Key(), Value()));
    }
    if (workload_.keep_versions) snapshots_.push_back(db_->GetSnapshot());
  }

 private:
  std::string Key() {
    const auto index = random_() % static_cast<uint32_t>(workload_.keys_per_group);
    std::string key(1, static_cast<char>(random_() % 16));
    key += fmt::format("key{:03}", index);
    if (index % 5 == 0) key += std::string(index % 40, 'x');
    return key;
  }
  std::string Value() {
    std::string value;
    while (value.size() < workload_.value_bytes) {
      value += fmt::format("value-{:03}/", random_() % 1000);
    }
    value.resize(random_() % (workload_.value_bytes + 1));
    return value;
  }

  rocksdb::DB* db_;
  const Workload& workload_;
  std::mt19937 random_;
  std::vector<const rocksdb::Snapshot*> snapshots_;
};

Table BaseTable() {
  Table table;
  table.block_size = 256;
  table.format_version = 5;
  table.checksum = rocksdb::kCRC32c;
  table.metadata_block_size = 128;
  return table;
}

}  // namespace

std::vector<TableCase> TableCases() {
  std::vector<TableCase> cases;
  const auto add = [&](std::string name, const auto& change) {
    TableCase c{std::move(name), BaseTable()};
    change(c);
    cases.push_back(std::move(c));
  };
  const auto bloom = [] {
    return std::shared_ptr<const rocksdb::FilterPolicy>(rocksdb::NewBloomFilterPolicy(10));
  };
  const auto ribbon = [] {
    return std::shared_ptr<const rocksdb::FilterPolicy>(rocksdb::NewRibbonFilterPolicy(10));
  };
  add("plain", [](TableCase&) {});
  add("one key a block, bloom, snappy", [&](TableCase& c) {
    c.table.block_size = 1;
    c.table.filter_policy = bloom();
    c.compression = rocksdb::kSnappyCompression;
  });
  add("large blocks, ribbon, lz4", [&](TableCase& c) {
    c.table.block_size = 16384;
    c.table.filter_policy = ribbon();
    c.compression = rocksdb::kLZ4Compression;
  });
  add("hash index, prefix bloom, lz4hc, xxh3", [&](TableCase& c) {
    c.table.index_type = Table::kHashSearch;
    c.table.filter_policy = bloom();
    c.table.checksum = rocksdb::kXXH3;
    c.prefix_bytes = 1;
    c.compression = rocksdb::kLZ4HCCompression;
  });
  add("two-level index, partitioned bloom, zlib", [&](TableCase& c) {
    c.table.index_type = Table::kTwoLevelIndexSearch;
    c.table.partition_filters = true;
    c.table.filter_policy = bloom();
    c.compression = rocksdb::kZlibCompression;
  });
  add("two-level index, partitioned ribbon, zstd and dictionary, xxh64", [&](TableCase& c) {
    c.table.index_type = Table::kTwoLevelIndexSearch;
    c.table.partition_filters = true;
    c.table.filter_policy = ribbon();
    c.table.checksum = rocksdb::kxxHash64;
    c.compression = rocksdb::kZSTD;
    c.dictionary_bytes = 1024;
  });
  add("two-level index, partitioned prefix bloom, one key a block, version 4", [&](TableCase& c) {
    c.table.index_type = Table::kTwoLevelIndexSearch;
    c.table.partition_filters = true;
    c.table.filter_policy = bloom();
    c.table.whole_key_filtering = false;
    c.table.block_size = 1;
    c.table.format_version = 4;
    c.prefix_bytes = 5;
  });
  add("first-key index, lz4 and dictionary, xxh32", [&](TableCase& c) {
    c.table.index_type = Table::kBinarySearchWithFirstKey;
    c.table.checksum = rocksdb::kxxHash;
    c.table.filter_policy = bloom();
    c.compression = rocksdb::kLZ4Compression;
    c.dictionary_bytes = 512;
  });
  add("first-key index, no shortening, version 3, zlib and dictionary", [&](TableCase& c) {
    c.table.index_type = Table::kBinarySearchWithFirstKey;
    c.table.index_shortening = Table::IndexShorteningMode::kNoShortening;
    c.table.format_version = 3;
    c.compression = rocksdb::kZlibCompression;
    c.dictionary_bytes = 512;
  });
  add("version 2, partitioned bloom, restart intervals 4 and 8", [&](TableCase& c) {
    c.table.format_version = 2;
    c.table.index_type = Table::kTwoLevelIndexSearch;
    c.table.partition_filters = true;
    c.table.filter_policy = bloom();
    c.table.block_restart_interval = 4;
    c.table.index_block_restart_interval = 8;
  });
  add("index restart interval 16, successors shortened, zstd", [&](TableCase& c) {
    c.table.index_block_restart_interval = 16;
    c.table.index_shortening = Table::IndexShorteningMode::kShortenSeparatorsAndSuccessor;
    c.table.block_restart_interval = 1;
    c.compression = rocksdb::kZSTD;
  });
  add("data block hash index, snappy, no checksum", [&](TableCase& c) {
    c.table.data_block_index_type = Table::kDataBlockBinaryAndHash;
    c.table.checksum = rocksdb::kNoChecksum;
    c.compression = rocksdb::kSnappyCompression;
  });
  add("aligned blocks", [&](TableCase& c) {
    c.table.block_align = true;
    c.table.block_size = 1024;
    c.table.filter_policy = bloom();
  });
  add("aligned blocks, first-key index", [&](TableCase& c) {
    c.table.block_align = true;
    c.table.block_size = 512;
    c.table.index_type = Table::kBinarySearchWithFirstKey;
  });
  return cases;
}

rocksdb::Options OptionsOf(const TableCase& table_case) {
  rocksdb::Options options;
  options.create_if_missing = true;
  options.disable_auto_compactions = true;
  options.compression = table_case.compression;
  options.bottommost_compression = table_case.compression;
  options.compression_opts.max_dict_bytes = table_case.dictionary_bytes;
  options.compression_opts.zstd_max_train_bytes = 20 * table_case.dictionary_bytes;
  if (table_case.dictionary_bytes != 0)
    options.bottommost_compression_opts = options.compression_opts;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table_case.table));
  options.merge_operator = std::make_shared<AppendOperator>();
  options.info_log_level = rocksdb::FATAL_LEVEL;
  options.allow_fallocate = false;  // of a log as large as a memtable, for each of many databases
  options.paranoid_checks = true;
  options.force_consistency_checks = true;
  options.target_file_size_base = 4096;
  if (table_case.prefix_bytes != 0) {
    options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(table_case.prefix_bytes));
  }
  return options;
}

std::string RocksSource::PathOf(const manifest::FileMetaData& file) const {
  return directory / fmt::format("{:06}.sst", file.number.value);
}

std::vector<const manifest::FileMetaData*> RocksSource::files() const {
  std::vector<const manifest::FileMetaData*> files;
  for (const auto& level : version.FindColumnFamily("default")->levels) {
    for (const manifest::FileMetaData& file : level) files.push_back(&file);
  }
  return files;
}

std::unique_ptr<RocksSource> MakeSource(const TableCase& table_case, const Workload& workload) {
  return MakeSource(table_case, [&](rocksdb::DB* db) {
    Writer writer(db, workload);
    for (int i = 1; i <= workload.operations; ++i) {
      writer.Step();
      if (workload.flush_every != 0 && i % workload.flush_every == 0) RequireOk(db->Flush({}));
    }
    RequireOk(db->Flush({}));
    if (!workload.compact) return;
    rocksdb::CompactRangeOptions how;
    how.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
    RequireOk(db->CompactRange(how, nullptr, nullptr));
  });
}

std::unique_ptr<RocksSource> MakeSource(const TableCase& table_case,
                                        const std::function<void(rocksdb::DB*)>& fill) {
  auto source = std::make_unique<RocksSource>();
  source->options = OptionsOf(table_case);
  const std::string& path = source->directory.path();
  {
    rocksdb::DB* opened = nullptr;
    RequireOk(rocksdb::DB::Open(source->options, path, &opened));
    const std::unique_ptr<rocksdb::DB> db(opened);
    fill(db.get());
  }
  std::string current = ReadFile(path + "/CURRENT");
  while (!current.empty() && current.back() == '\n') current.pop_back();
  auto version = manifest::ReadManifest(PosixFileSystem(), path + "/" + current);
  INFO(version.status().ToString());
  REQUIRE(version.ok());
  source->version = std::move(version).value();
  return source;
}

}  // namespace rescale::test
