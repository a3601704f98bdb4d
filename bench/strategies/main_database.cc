// SPDX-License-Identifier: Apache-2.0
#include "strategies/main_database.h"

#include <rocksdb/write_batch.h>

#include <algorithm>
#include <filesystem>

namespace rescale::bench {
namespace {

namespace stdfs = std::filesystem;
using flink_state::Database;

void DeleteOutside(const RestoreTask& task, const StateHandle& main, Database* database) {
  rocksdb::WriteOptions write;
  write.disableWAL = true;
  for (const KeyRange& range : task.OutsideOf(main)) {
    for (const auto& [name, family] : database->families()) {
      Check(database->db().DeleteRange(write, family, range.begin, *range.end), name);
    }
  }
}

void CopySource(const RestoreTask& task, const StateHandle& source, Database* to,
                const CopyPart& copy) {
  const auto from = OpenDatabase(*task.state, source.directory, Database::Mode::kReadOnly);
  const KeyRange part = task.PartOf(source);
  rocksdb::ReadOptions read;
  const rocksdb::Slice end(*part.end);
  read.iterate_upper_bound = &end;
  read.fill_cache = false;
  read.readahead_size = 2 << 20;
  for (const std::string& family : task.families()) {
    const std::unique_ptr<rocksdb::Iterator> it(from->db().NewIterator(read, from->Find(family)));
    it->Seek(part.begin);
    if (it->Valid()) copy(it.get(), to->Find(family), to);
    Check(it->status(), family);
  }
}

}  // namespace

const StateHandle& LargestSource(const RestoreTask& task) {
  return *std::max_element(
      task.sources.begin(), task.sources.end(), [&](const StateHandle& a, const StateHandle& b) {
        return Intersect(a.owned, task.groups).size() < Intersect(b.owned, task.groups).size();
      });
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

std::unique_ptr<Database> OpenMainAndCopy(const RestoreTask& task, const std::string& out,
                                          double least_share, const CopyPart& copy) {
  const StateHandle& largest = LargestSource(task);
  const double share =
      static_cast<double>(Intersect(largest.owned, task.groups).size()) / largest.owned.size();
  const StateHandle* main = share >= least_share ? &largest : nullptr;
  if (main != nullptr) LinkDatabase(main->directory, out);
  auto database = OpenDatabase(*task.state, out, Database::Mode::kReadWrite);
  if (main != nullptr) DeleteOutside(task, *main, database.get());
  for (const StateHandle& source : task.sources) {
    if (&source != main) CopySource(task, source, database.get(), copy);
  }
  return database;
}

void CopyByWriteBatch(rocksdb::Iterator* it, rocksdb::ColumnFamilyHandle* to, Database* database) {
  constexpr uint32_t kEntries = 500;
  constexpr size_t kBytes = 2 << 20;
  rocksdb::WriteOptions write;
  write.disableWAL = true;
  rocksdb::WriteBatch batch;
  for (; it->Valid(); it->Next()) {
    Check(batch.Put(to, it->key(), it->value()), to->GetName());
    if (batch.Count() < kEntries && batch.GetDataSize() < kBytes) continue;
    Check(database->db().Write(write, &batch), to->GetName());
    batch.Clear();
  }
  Check(database->db().Write(write, &batch), to->GetName());
}

}  // namespace rescale::bench
