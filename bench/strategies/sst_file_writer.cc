// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <rocksdb/sst_file_writer.h>

#include <filesystem>

#include "base/stopwatch.h"
#include "strategies/main_database.h"
#include "strategies/strategy.h"

namespace rescale::bench {
namespace {

using flink_state::Database;

constexpr double kOverlapFraction = 0.75;  // as with write batches

// Writes what the iterator has left as SSTs of the usual size, in `directory`.
std::vector<std::string> WriteTables(rocksdb::Iterator* it, const rocksdb::Options& options,
                                     const std::string& directory) {
  std::vector<std::string> files;
  while (it->Valid()) {
    files.push_back(fmt::format("{}/{}.sst", directory, files.size()));
    rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options);
    Check(writer.Open(files.back()), files.back());
    for (; it->Valid() && writer.FileSize() < options.target_file_size_base; it->Next()) {
      Check(writer.Put(it->key(), it->value()), files.back());
    }
    Check(writer.Finish(), files.back());
  }
  return files;
}

}  // namespace

Restored RestoreBySstFileWriter(const RestoreTask& task, const std::string& out) {
  const Stopwatch watch;
  const std::string aside = out + ".tables";
  std::filesystem::create_directories(aside);
  Restored restored;
  restored.database = OpenMainAndCopy(
      task, out, kOverlapFraction,
      [&](rocksdb::Iterator* it, rocksdb::ColumnFamilyHandle* to, Database* database) {
        rocksdb::IngestExternalFileOptions ingest;
        ingest.move_files = true;
        ingest.snapshot_consistency = false;
        const auto files = WriteTables(it, database->db().GetOptions(to), aside);
        Check(database->db().IngestExternalFile(to, files, ingest), to->GetName());
      });
  std::filesystem::remove_all(aside);
  restored.prepare_seconds = watch.TotalMs() / 1e3;
  return restored;
}

}  // namespace rescale::bench
