// SPDX-License-Identifier: Apache-2.0
#include "clip/clipped_db.h"

#include <fmt/format.h>
#include <rocksdb/slice_transform.h>

#include <catch2/catch.hpp>

#include "base/internal_key.h"
#include "clip/clip_check.h"
#include "clip/watched_fs.h"
#include "manifest/manifest_writer.h"

namespace rescale::test {
namespace {

manifest::FileMetaData MetaDataOf(const manifest::FileMetaData& source,
                                  const clip::ClipTableResult& clipped, FileNumber number) {
  manifest::FileMetaData file = source.Clone();
  auto custom = source.DecodeCustom();
  REQUIRE(custom.ok());
  custom->unique_id.reset();
  if (clipped.has_unique_id) custom->unique_id = clipped.unique_id;
  custom->tail_size_bytes = clipped.tail_size_bytes;
  file.number = number;
  file.size_bytes = clipped.file_size_bytes;
  file.smallest_seqno = clipped.smallest_seqno;
  file.largest_seqno = clipped.largest_seqno;
  file.SetPayload(clipped.smallest, clipped.largest, manifest::EncodeCustom(*custom));
  return file;
}

std::unique_ptr<rocksdb::DB> OpenDb(const rocksdb::Options& options, const std::string& directory) {
  rocksdb::Options existing = options;
  existing.create_if_missing = false;
  rocksdb::DB* db = nullptr;
  RequireOk(rocksdb::DB::Open(existing, directory, &db));
  return std::unique_ptr<rocksdb::DB>(db);
}

rocksdb::ReadOptions WholeOrder() {
  rocksdb::ReadOptions read;
  read.total_order_seek = true;
  read.verify_checksums = true;
  return read;
}

Model Scan(rocksdb::DB* db) {
  Model model;
  const std::unique_ptr<rocksdb::Iterator> it(db->NewIterator(WholeOrder()));
  for (it->SeekToFirst(); it->Valid(); it->Next()) {
    model.emplace_hint(model.end(), it->key().ToString(), it->value().ToString());
  }
  RequireOk(it->status());
  return model;
}

void CheckScans(rocksdb::DB* db, const Model& expected) {
  CHECK((Scan(db) == expected));
  const std::unique_ptr<rocksdb::Iterator> it(db->NewIterator(WholeOrder()));
  it->SeekToLast();
  for (auto e = expected.rbegin(); e != expected.rend(); ++e) {
    if (it->Valid() && it->key() == e->first && it->value() == e->second) {
      it->Prev();
      continue;
    }
    FAIL_CHECK("reverse scan does not show " << EscapeKey(e->first));
    return;
  }
  CHECK(!it->Valid());
  RequireOk(it->status());
}

void CheckKey(rocksdb::DB* db, const std::string& key, const Model& expected) {
  std::string value;
  const rocksdb::Status status = db->Get({}, key, &value);
  const auto e = expected.find(key);
  const bool fine = e == expected.end() ? status.IsNotFound() : status.ok() && value == e->second;
  if (fine) return;
  FAIL_CHECK("Get " << EscapeKey(key) << ": " << status.ToString());
}

// A prefix seek, as far as the extractor lets it: the first key at or after `key` that has its
// prefix.
void CheckPrefixSeek(rocksdb::DB* db, const std::string& key, const Model& expected) {
  const auto extractor = db->GetOptions().prefix_extractor;
  if (extractor == nullptr || !extractor->InDomain(key)) return;
  const std::string prefix = extractor->Transform(key).ToString();
  const std::unique_ptr<rocksdb::Iterator> it(db->NewIterator({}));
  it->Seek(key);
  const auto e = expected.lower_bound(key);
  if (e == expected.end() || !e->first.starts_with(prefix)) return;
  if (!it->Valid() || it->key() != e->first)
    FAIL_CHECK("prefix seek misses " << EscapeKey(e->first));
}

void CheckReads(rocksdb::DB* db, const Model& expected, const Model& universe) {
  CheckScans(db, expected);
  for (const auto& [key, value] : universe) {
    for (const std::string& probe : {key, key + std::string(1, '\0')}) {
      CheckKey(db, probe, expected);
      CheckPrefixSeek(db, probe, expected);
    }
  }
  RequireOk(db->VerifyChecksum());
}

void Compact(rocksdb::DB* db) {
  rocksdb::CompactRangeOptions how;
  how.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  RequireOk(db->CompactRange(how, nullptr, nullptr));
}

}  // namespace

void MakeClippedDb(const RocksSource& source, const std::vector<KeyRange>& ranges,
                   const std::string& directory) {
  WatchedFileSystem fs;
  const manifest::ColumnFamily& family = *source.version.FindColumnFamily("default");
  manifest::Version version;
  manifest::ColumnFamily clipped_family;
  clipped_family.name = family.name;
  clipped_family.comparator = family.comparator;
  // With the session of all cuts, the number is the identity by which blocks are cached; the
  // readers of all databases of a test share a cache.
  static uint64_t number = 100;
  for (const auto& level : family.levels) {
    auto& clipped_level = clipped_family.levels.emplace_back();
    for (const manifest::FileMetaData& file : level) {
      for (const KeyRange& range : ranges) {
        const std::string target = directory + fmt::format("/{:06}.sst", number);
        const auto clipped =
            clip::ClipTable(fs, RequestFor(SstOf(source, file), range, target, number));
        INFO(clipped.status().ToString());
        REQUIRE(clipped.ok());
        if (clipped->empty) continue;
        clipped_level.push_back(MetaDataOf(file, *clipped, FileNumber{number++}));
      }
    }
  }
  while (!clipped_family.levels.empty() && clipped_family.levels.back().empty()) {
    clipped_family.levels.pop_back();
  }
  version.column_families.push_back(std::move(clipped_family));
  version.last_sequence = source.version.last_sequence;
  version.next_file_number = FileNumber{number + 2};
  const std::string manifest = directory + fmt::format("/MANIFEST-{:06}", number + 1);
  const Status written = manifest::WriteManifest(PosixFileSystem(), manifest, version);
  INFO(written.ToString());
  REQUIRE(written.ok());
  REQUIRE(manifest::WriteCurrent(PosixFileSystem(), directory, FileNumber{number + 1}).ok());
}

Model ScanSource(const RocksSource& source) {
  return Scan(OpenDb(source.options, source.directory.path()).get());
}

Model Restrict(const Model& model, const std::vector<KeyRange>& ranges) {
  Model kept;
  for (const auto& [key, value] : model) {
    for (const KeyRange& range : ranges) {
      if (range.Contains(key)) kept.emplace(key, value);
    }
  }
  return kept;
}

void CheckDb(const std::string& directory, const rocksdb::Options& options, const Model& expected,
             const Model& universe) {
  auto db = OpenDb(options, directory);
  CheckReads(db.get(), expected, universe);
  Compact(db.get());
  CheckReads(db.get(), expected, universe);

  Model changed = expected;
  for (const auto& [key, value] : universe) {
    if (key.size() % 2 == 0) {
      RequireOk(db->Put({}, key, "new"));
      changed[key] = "new";
    } else if (key.size() % 3 == 0) {
      RequireOk(db->Delete({}, key));
      changed.erase(key);
    }
  }
  RequireOk(db->Flush({}));
  CheckScans(db.get(), changed);
  db.reset();
  db = OpenDb(options, directory);
  CheckReads(db.get(), changed, universe);
}

}  // namespace rescale::test
