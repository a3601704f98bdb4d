// SPDX-License-Identifier: Apache-2.0
#include "write_batch_copy.h"

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/utilities/options_util.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace rescale::bench {
namespace {

namespace stdfs = std::filesystem;

void Check(const rocksdb::Status& status) {
  if (!status.ok()) throw std::runtime_error(status.ToString());
}

void LinkDatabase(const std::string& from, const std::string& to) {
  stdfs::create_directories(to);
  for (const auto& entry : stdfs::directory_iterator(from)) {
    const stdfs::path target = stdfs::path(to) / entry.path().filename();
    if (entry.path().extension() == ".sst") {
      stdfs::create_hard_link(entry.path(), target);
    } else if (entry.path().filename() != "LOCK" && entry.path().filename() != "LOG") {
      stdfs::copy_file(entry.path(), target);
    }
  }
}

std::unique_ptr<rocksdb::DB> Open(const std::string& directory, bool read_only) {
  rocksdb::Options options;
  options.compression = rocksdb::kNoCompression;
  options.write_buffer_size = 64 << 20;
  options.max_background_jobs = 2;
  rocksdb::DB* db = nullptr;
  Check(read_only ? rocksdb::DB::OpenForReadOnly(options, directory, &db)
                  : rocksdb::DB::Open(options, directory, &db));
  return std::unique_ptr<rocksdb::DB>(db);
}

void DeleteOutside(rocksdb::DB* db, const KeyRange& kept) {
  const std::string last(4, '\xff');
  auto* family = db->DefaultColumnFamily();
  Check(db->DeleteRange({}, family, "", kept.begin));
  Check(db->DeleteRange({}, family, *kept.end, last));
}

void CopyPart(const std::string& source, const KeyRange& part, rocksdb::DB* db) {
  const auto from = Open(source, /*read_only=*/true);
  rocksdb::ReadOptions read;
  const rocksdb::Slice end(*part.end);
  read.iterate_upper_bound = &end;
  read.fill_cache = false;
  rocksdb::WriteOptions write;
  write.disableWAL = true;
  rocksdb::WriteBatch batch;
  const std::unique_ptr<rocksdb::Iterator> it(from->NewIterator(read));
  for (it->Seek(part.begin); it->Valid(); it->Next()) {
    batch.Put(it->key(), it->value());
    if (batch.Count() < 500) continue;
    Check(db->Write(write, &batch));
    batch.Clear();
  }
  Check(it->status());
  Check(db->Write(write, &batch));
}

}  // namespace

void WriteBatchCopy(const std::vector<StateHandle>& sources, const MaxParallelism& max,
                    const KeyGroupRange& target, const std::string& out) {
  const auto main =
      std::max_element(sources.begin(), sources.end(), [&](const auto& a, const auto& b) {
        return Intersect(a.owned, target).size() < Intersect(b.owned, target).size();
      });
  LinkDatabase(main->directory, out);
  const auto db = Open(out, /*read_only=*/false);
  const KeyGroupRange kept = Intersect(main->owned, target);
  if (!(kept == main->owned)) DeleteOutside(db.get(), max.ToKeyRange(kept));
  for (const StateHandle& source : sources) {
    const KeyGroupRange part = Intersect(source.owned, target);
    if (&source == &*main || part.empty()) continue;
    CopyPart(source.directory, max.ToKeyRange(part), db.get());
  }
  Check(db->Flush({}));
  Check(db->Close());
}

bool OpenAndRead(const std::string& directory) {
  const auto db = Open(directory, /*read_only=*/false);
  const std::unique_ptr<rocksdb::Iterator> it(db->NewIterator({}));
  it->SeekToFirst();
  if (it->Valid()) return true;
  fmt::print(stderr, "{}: no key: {}\n", directory, it->status().ToString());
  return false;
}

}  // namespace rescale::bench
