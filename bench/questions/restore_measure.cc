// SPDX-License-Identifier: Apache-2.0
#include "questions/restore_measure.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <stdexcept>

#include "base/stopwatch.h"
#include "harness/runner.h"
#include "harness/usage.h"
#include "strategies/delete_outside.h"

namespace rescale::bench {
namespace {

namespace stdfs = std::filesystem;
using flink_state::Database;
using Key = std::pair<std::string, std::string>;

void Get(const Key& key, Database* database) {
  std::string value;
  Check(database->db().Get({}, database->Find(key.first), key.second, &value), "a get");
}

uint64_t Inode(const stdfs::path& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) throw std::runtime_error(file.string() + ": no stat");
  return status.st_ino;
}

// Of the files of a result: the bytes that are a source's, by link, and those that no source has.
struct FileBytes {
  uint64_t linked = 0, fresh = 0, files = 0;
};

bool IsUploaded(const stdfs::path& file) {
  const std::string name = file.filename();
  return file.extension() == ".sst" || name == "CURRENT" || name.rfind("MANIFEST-", 0) == 0 ||
         name.rfind("OPTIONS-", 0) == 0;
}

FileBytes CountFiles(const RestoreTask& task, const std::string& out) {
  std::set<uint64_t> known;
  for (const StateHandle& source : task.sources) {
    for (const auto& entry : stdfs::directory_iterator(source.directory)) {
      known.insert(Inode(entry.path()));
    }
  }
  FileBytes bytes;
  for (const auto& entry : stdfs::recursive_directory_iterator(out)) {
    if (!entry.is_regular_file() || !IsUploaded(entry.path())) continue;
    (known.count(Inode(entry.path())) != 0 ? bytes.linked : bytes.fresh) += entry.file_size();
    bytes.files += entry.path().extension() == ".sst" ? 1U : 0U;
  }
  return bytes;
}

void MeasureGets(const RestoreMeasure& measure, Database* database, Values* values) {
  std::vector<double> us;
  std::mt19937_64 random(1);
  const auto& keys = measure.expected->keys;
  for (const Stopwatch all; all.TotalMs() < measure.gets_seconds * 1e3;) {
    const Stopwatch one;
    Get(keys[random() % keys.size()], database);
    us.push_back(one.TotalMs() * 1e3);
  }
  if (us.empty()) return;
  std::sort(us.begin(), us.end());
  (*values)["getP50"] = us[us.size() / 2];
  (*values)["getP99"] = us[us.size() * 99 / 100];
}

void MeasureCleaning(const RestoreTask& task, Database* database, Values* values) {
  const Leftovers left = CountLeftovers(task, database);
  (*values)["deadBytes"] = static_cast<double>(left.dead_bytes);
  (*values)["rangeTombstones"] = static_cast<double>(left.range_tombstones);
  const Usage before = Usage::Now();
  const Stopwatch watch;
  if (!left.none()) {
    CompactOutside(task, database);
    const Leftovers still = CountLeftovers(task, database);
    if (!still.none()) {
      throw std::runtime_error(fmt::format("{} bytes and {} range tombstones stay after compaction",
                                           still.dead_bytes, still.range_tombstones));
    }
  }
  (*values)["clean"] = left.none() ? 0 : watch.TotalMs() / 1e3;
  (*values)["cleanBytes"] =
      static_cast<double>(left.none() ? 0 : Usage::Now().written_bytes - before.written_bytes);
}

// Everything is written back before, so that one restore does not pay for the one before it.
Restored RestoreAnew(const RestoreMeasure& measure) {
  stdfs::remove_all(measure.out);
  sync();
  return measure.strategy->restore(measure.task, measure.out);
}

void CompareContents(const RestoreMeasure& measure, const Database& database, const char* when) {
  const Contents contents = ContentsOf(database, measure.task);
  const Contents& expected = measure.expected->contents;
  if (contents == expected) return;
  throw std::runtime_error(fmt::format(
      "{} {}: wrong result {}: {} entries of digest {:016x}; the sources have {} of {:016x}",
      measure.strategy->name, measure.task.name(), when, contents.entries, contents.digest,
      expected.entries, expected.digest));
}

}  // namespace

Values MeasureRestore(const RestoreMeasure& measure) {
  stdfs::remove_all(measure.out);
  sync();
  const Usage before = Usage::Now();
  const Stopwatch watch;
  Restored restored = measure.strategy->restore(measure.task, measure.out);
  if (restored.database) Get(measure.expected->keys.front(), restored.database.get());
  const double seconds = watch.TotalMs() / 1e3;
  const Usage after = Usage::Now();
  Values values;
  values[kSeconds] = restored.database ? seconds : restored.prepare_seconds;
  values["prepare"] = restored.prepare_seconds;
  values["cpu"] = after.cpu_seconds - before.cpu_seconds;
  values["peakRss"] = static_cast<double>(after.peak_rss_bytes);
  values["bytesRead"] = static_cast<double>(after.read_bytes - before.read_bytes);
  values["bytesWritten"] = static_cast<double>(after.written_bytes - before.written_bytes);
  if (restored.database) {
    for (const auto& [name, family] : restored.database->families()) {
      Check(restored.database->db().Flush({}, family), name);
    }
  }
  const FileBytes files = CountFiles(measure.task, measure.out);
  values["bytesLinked"] = static_cast<double>(files.linked);
  values["files"] = static_cast<double>(files.files);
  if (restored.database) {
    values["newBytes"] = static_cast<double>(files.fresh);
    MeasureGets(measure, restored.database.get(), &values);
    MeasureCleaning(measure.task, restored.database.get(), &values);
  }
  restored.database.reset();
  stdfs::remove_all(measure.out);
  return values;
}

void CheckRestore(const RestoreMeasure& measure) {
  const Restored restored = RestoreAnew(measure);
  if (restored.database) {
    CompareContents(measure, *restored.database, "right after the restore");
    CompactOutside(measure.task, restored.database.get());
    CompareContents(measure, *restored.database, "after compaction");
  }
  stdfs::remove_all(measure.out);
}

}  // namespace rescale::bench
