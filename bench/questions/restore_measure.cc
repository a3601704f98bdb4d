// SPDX-License-Identifier: Apache-2.0
#include "questions/restore_measure.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
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

// A rescale writes the database of each subtask into a directory of its own.
std::string DirectoryOf(const RestoreMeasure& measure) {
  if (stdfs::exists(measure.out + "/CURRENT")) return measure.out;
  return fmt::format("{}/{}", measure.out, measure.task.index);
}

void FlushAll(Database* database) {
  for (const auto& [name, family] : database->families()) {
    Check(database->db().Flush({}, family), name);
  }
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

// Everything is written back, so that one restore does not pay for the one before it.
void MakeRoom(const RestoreMeasure& measure) {
  stdfs::remove_all(measure.out);
  sync();
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

// All that a restore takes, up to the first get, and the files that it leaves.
Values RestoreNow(const RestoreMeasure& measure) {
  MakeRoom(measure);
  const Usage begin = Usage::Now();
  const Stopwatch watch;
  const Restored restored = measure.strategy->restore(measure.task, measure.out);
  if (restored.database) Get(measure.expected->keys.front(), restored.database.get());
  const double seconds = watch.TotalMs() / 1e3;
  const Usage before = restored.before.value_or(begin);
  const Usage after = Usage::Now();
  Values values;
  values[kSeconds] = restored.database ? seconds : restored.prepare_seconds;
  values["prepare"] = restored.prepare_seconds;
  values["cpu"] = after.cpu_seconds - before.cpu_seconds;
  values["peakRss"] = static_cast<double>(after.peak_rss_bytes);
  values["bytesRead"] = static_cast<double>(after.read_bytes - before.read_bytes);
  values["bytesWritten"] = static_cast<double>(after.written_bytes - before.written_bytes);
  if (restored.database) FlushAll(restored.database.get());
  const FileBytes files = CountFiles(measure.task, measure.out);
  values["bytesLinked"] = static_cast<double>(files.linked);
  values["files"] = static_cast<double>(files.files);
  if (restored.database) values["newBytes"] = static_cast<double>(files.fresh);
  return values;
}

// What gets cost in the restored database, and cleaning it.
Values LookAfter(const RestoreMeasure& measure) {
  const auto database =
      OpenDatabase(*measure.task.state, DirectoryOf(measure), Database::Mode::kReadWrite);
  Values values;
  MeasureGets(measure, database.get(), &values);
  MeasureCleaning(measure.task, database.get(), &values);
  return values;
}

Values InOwnProcess(const char* what, const std::function<Values()>& work) {
  return ValuesInChild(what, [&] { return std::vector<Values>{work()}; }).front();
}

}  // namespace

Values MeasureRestore(const RestoreMeasure& measure) {
  Values values = InOwnProcess(measure.strategy->name, [&] { return RestoreNow(measure); });
  // The rest in another one: what a strategy did before, memory that it freed and caches that it
  // filled, must not show in gets.
  if (values.count("newBytes") != 0) {
    values.merge(InOwnProcess(measure.strategy->name, [&] { return LookAfter(measure); }));
  }
  stdfs::remove_all(measure.out);
  return values;
}

void CheckRestore(const RestoreMeasure& measure) {
  MakeRoom(measure);
  Restored restored = measure.strategy->restore(measure.task, measure.out);
  if (restored.database) {
    CompareContents(measure, *restored.database, "right after the restore");
    CompactOutside(measure.task, restored.database.get());
    CompareContents(measure, *restored.database, "after compaction");
  }
  restored.database.reset();  // it may still be deleting files
  stdfs::remove_all(measure.out);
}

}  // namespace rescale::bench
