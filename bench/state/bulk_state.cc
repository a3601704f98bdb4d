// SPDX-License-Identifier: Apache-2.0
#include "state/bulk_state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rocksdb/write_batch.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>
#include <stdexcept>

#include "harness/child.h"

namespace rescale::bench {
namespace {

namespace stdfs = std::filesystem;
using flink_state::Database;

rocksdb::ColumnFamilyOptions BulkOptions(uint64_t sst_bytes) {
  rocksdb::ColumnFamilyOptions options;
  options.compression = rocksdb::kNoCompression;
  options.write_buffer_size = 64 << 20;
  options.target_file_size_base = sst_bytes;
  options.max_compaction_bytes = uint64_t{8} << 30;
  return options;
}

std::vector<std::string> Families(uint32_t count) {
  std::vector<std::string> names = {"default"};
  for (uint32_t i = 0; i < count; ++i) {
    names.push_back(i == 0 ? "state" : fmt::format("state-{}", i));
  }
  return names;
}

// Keys in order: key group, then a counter in decimal, filled up with a fixed tail.
std::string Key(const std::string& prefix, uint64_t i, size_t key_bytes) {
  std::string key = prefix + fmt::format("{:016}", i);
  key.resize(key_bytes, 'k');
  return key;
}

// Random values, one after the other, from a seed.
class ValueMaker {
 public:
  ValueMaker(uint64_t seed, size_t bytes) : random_(seed), value_(bytes, '\0') {}
  const std::string& Next() {
    for (size_t at = 0; at + 8 <= value_.size(); at += 8) {
      const uint64_t word = random_();
      value_.replace(at, 8, reinterpret_cast<const char*>(&word), 8);
    }
    return value_;
  }

 private:
  std::mt19937_64 random_;
  std::string value_;
};

void FillFamily(const BulkStateOptions& options, const State& state, const KeyGroupRange& range,
                rocksdb::ColumnFamilyHandle* family, rocksdb::DB* db) {
  const uint64_t per_group = (options.mib_per_task << 20) / options.column_families /
                             (options.key_bytes + options.value_bytes) / range.size();
  ValueMaker values(static_cast<uint64_t>(range.first) * 1000 + family->GetID(),
                    options.value_bytes);
  rocksdb::WriteOptions write;
  write.disableWAL = true;
  rocksdb::WriteBatch batch;
  for (int32_t group = range.first; group <= range.last; ++group) {
    const std::string prefix = state.max_parallelism.Prefix(static_cast<uint32_t>(group));
    for (uint64_t i = 0; i < per_group; ++i) {
      batch.Put(family, Key(prefix, i, options.key_bytes), values.Next());
      if (batch.Count() < 1000) continue;
      Check(db->Write(write, &batch), "bulk state");
      batch.Clear();
    }
  }
  Check(db->Write(write, &batch), "bulk state");
  Check(db->Flush({}, family), "bulk state");
  // Forced: a flushed SST that is merely moved down keeps the size of a memtable.
  rocksdb::CompactRangeOptions compact;
  compact.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForce;
  Check(db->CompactRange(compact, family, nullptr, nullptr), "bulk state");
}

void FillTask(const BulkStateOptions& options, const State& state, const StateHandle& handle) {
  const auto database = OpenDatabase(state, handle.directory, Database::Mode::kReadWrite);
  for (const auto& [name, family] : database->families()) {
    if (name == "default") continue;
    FillFamily(options, state, handle.owned, family, &database->db());
  }
  const Status closed = database->Close();
  if (!closed.ok()) throw std::runtime_error(closed.ToString());
}

std::string Recipe(const BulkStateOptions& options, uint32_t task) {
  return fmt::format(
      "{} of {}, max {}, {} MiB, SSTs of {}, {} families, keys of {}, values of {}\n", task,
      options.parallelism, options.max_parallelism, options.mib_per_task, options.sst_bytes,
      options.column_families, options.key_bytes, options.value_bytes);
}

bool IsMade(const std::string& marker, const std::string& recipe) {
  std::ifstream in(marker);
  std::string line;
  return std::getline(in, line) && line + "\n" == recipe;
}

void MakeTask(const BulkStateOptions& options, const State& state, const StateHandle& handle,
              uint32_t task) {
  const std::string marker = handle.directory + ".made";
  const std::string recipe = Recipe(options, task);
  if (IsMade(marker, recipe)) return;
  stdfs::remove(marker);
  stdfs::remove_all(handle.directory);
  stdfs::create_directories(handle.directory);
  InChild("bulk state " + handle.directory, [&] {
    FillTask(options, state, handle);
    return std::string();
  });
  std::ofstream(marker) << recipe;
}

}  // namespace

State MakeBulkState(const BulkStateOptions& options) {
  const auto max = MaxParallelism::Create(options.max_parallelism);
  if (!max.ok()) throw std::runtime_error(max.status().ToString());
  State state;
  state.kind = "bulk";
  state.mib = options.mib_per_task;
  state.parallelism = options.parallelism;
  state.max_parallelism = *max;
  state.max_open_files = options.max_open_files;
  state.families = Families(options.column_families);
  state.options_of = [bytes = options.sst_bytes](const std::string&) { return BulkOptions(bytes); };
  std::vector<uint32_t> tasks = options.tasks;
  if (tasks.empty()) {
    tasks.resize(options.parallelism);
    std::iota(tasks.begin(), tasks.end(), 0U);
  }
  for (const uint32_t task : tasks) {
    const auto range = max->RangeOfSubtask(options.parallelism, task);
    if (!range.ok()) throw std::runtime_error(range.status().ToString());
    const StateHandle handle{fmt::format("{}/{}", options.directory, task), *range};
    MakeTask(options, state, handle, task);
    state.sources.push_back(handle);
  }
  return state;
}

}  // namespace rescale::bench
