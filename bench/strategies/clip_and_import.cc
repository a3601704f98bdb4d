// SPDX-License-Identifier: Apache-2.0
// The flow that FLINK-31238 proposed, by RocksDB's own calls. RocksDB before 8.4 imports one export
// at a time into a column family; as the clipped parts do not overlap, their files are put together
// into one.
#include <fmt/format.h>
#include <rocksdb/utilities/checkpoint.h>

#include <filesystem>
#include <map>

#include "base/stopwatch.h"
#include "strategies/delete_outside.h"
#include "strategies/main_database.h"
#include "strategies/strategy.h"

namespace rescale::bench {
namespace {

using flink_state::Database;
using Exports = std::map<std::string, rocksdb::ExportImportFilesMetaData>;

void Export(const std::string& family, Database* database, const std::string& directory,
            Exports* exports) {
  rocksdb::Checkpoint* raw = nullptr;
  Check(rocksdb::Checkpoint::Create(&database->db(), &raw), family);
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(raw);
  rocksdb::ExportImportFilesMetaData* exported = nullptr;
  Check(checkpoint->ExportColumnFamily(database->Find(family), directory, &exported), family);
  const std::unique_ptr<rocksdb::ExportImportFilesMetaData> owned(exported);
  auto& all = (*exports)[family];
  all.db_comparator_name = owned->db_comparator_name;
  all.files.insert(all.files.end(), owned->files.begin(), owned->files.end());
}

void ClipAndExport(const RestoreTask& task, const StateHandle& source, const std::string& aside,
                   Exports* exports) {
  LinkDatabase(source.directory, aside);
  const auto database = OpenDatabase(*task.state, aside, Database::Mode::kReadWrite);
  if (!task.OutsideOf(source).empty()) {
    rocksdb::WriteOptions write;
    write.disableWAL = true;
    for (const KeyRange& range : task.OutsideOf(source)) {
      for (const auto& [name, family] : database->families()) {
        Check(database->db().DeleteRange(write, family, range.begin, *range.end), name);
      }
    }
    CompactOutside(task, database.get());
  }
  for (size_t i = 0; i < task.families().size(); ++i) {
    const std::string& family = task.families()[i];
    if (family != "default")
      Export(family, database.get(), fmt::format("{}-{}", aside, i), exports);
  }
}

}  // namespace

Restored RestoreByClipAndImport(const RestoreTask& task, const std::string& out) {
  const Stopwatch watch;
  const std::string aside = out + ".parts";
  std::filesystem::create_directories(aside);
  Exports exports;
  for (size_t i = 0; i < task.sources.size(); ++i) {
    ClipAndExport(task, task.sources[i], fmt::format("{}/{}", aside, i), &exports);
  }
  State empty = *task.state;
  empty.families = {"default"};
  auto created = OpenDatabase(empty, out, Database::Mode::kReadWrite);
  rocksdb::ImportColumnFamilyOptions import;
  import.move_files = true;
  for (const auto& [family, exported] : exports) {
    rocksdb::ColumnFamilyHandle* handle = nullptr;
    const auto options = task.state->options_of(family);
    Check(exported.files.empty() ? created->db().CreateColumnFamily(options, family, &handle)
                                 : created->db().CreateColumnFamilyWithImport(
                                       options, family, import, exported, &handle),
          family);
    Check(created->db().DestroyColumnFamilyHandle(handle), family);
  }
  Restored restored;
  restored.prepare_seconds = watch.TotalMs() / 1e3;
  const Status closed = created->Close();
  if (!closed.ok()) throw std::runtime_error(closed.ToString());
  restored.database = OpenDatabase(*task.state, out, Database::Mode::kReadWrite);
  std::filesystem::remove_all(aside);
  return restored;
}

}  // namespace rescale::bench
