// SPDX-License-Identifier: Apache-2.0
#include "bulk_state.h"

#include <fmt/format.h>
#include <rocksdb/db.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <stdexcept>

#include "rescale/key_group.h"

namespace rescale::bench {
namespace {

void Check(const rocksdb::Status& status) {
  if (!status.ok()) throw std::runtime_error(status.ToString());
}

rocksdb::Options BulkOptions() {
  rocksdb::Options options;
  options.create_if_missing = true;
  options.compression = rocksdb::kNoCompression;
  options.write_buffer_size = 64 << 20;
  options.target_file_size_base = 64 << 20;
  options.max_background_jobs = 2;
  return options;
}

// Keys in order: key group, then a counter in decimal, filled up with a fixed tail.
class KeyMaker {
 public:
  KeyMaker(const MaxParallelism& max, size_t key_bytes) : max_(max), key_bytes_(key_bytes) {}
  std::string Key(uint32_t group, uint64_t i) const {
    std::string key = max_.Prefix(group) + fmt::format("{:016}", i);
    key.resize(key_bytes_, 'k');
    return key;
  }

 private:
  const MaxParallelism max_;
  const size_t key_bytes_;
};

void FillTask(const BulkStateOptions& options, const MaxParallelism& max,
              const KeyGroupRange& range, const std::string& directory) {
  rocksdb::DB* raw = nullptr;
  Check(rocksdb::DB::Open(BulkOptions(), directory, &raw));
  const std::unique_ptr<rocksdb::DB> db(raw);
  const KeyMaker keys(max, options.key_bytes);
  const uint64_t per_group =
      options.bytes_per_task / (options.key_bytes + options.value_bytes) / range.size();
  std::mt19937_64 random(static_cast<uint64_t>(range.first) + 1);
  std::string value(options.value_bytes, '\0');
  rocksdb::WriteOptions write;
  write.disableWAL = true;
  rocksdb::WriteBatch batch;
  for (int32_t group = range.first; group <= range.last; ++group) {
    for (uint64_t i = 0; i < per_group; ++i) {
      for (size_t at = 0; at + 8 <= value.size(); at += 8) {
        const uint64_t word = random();
        value.replace(at, 8, reinterpret_cast<const char*>(&word), 8);
      }
      batch.Put(keys.Key(static_cast<uint32_t>(group), i), value);
      if (batch.Count() == 1000) {
        Check(db->Write(write, &batch));
        batch.Clear();
      }
    }
  }
  Check(db->Write(write, &batch));
  Check(db->Flush({}));
  rocksdb::CompactRangeOptions compact;
  Check(db->CompactRange(compact, nullptr, nullptr));
  Check(db->Close());
}

}  // namespace

std::vector<StateHandle> MakeBulkState(const BulkStateOptions& options) {
  const auto max = MaxParallelism::Create(options.max_parallelism);
  if (!max.ok()) throw std::runtime_error(max.status().ToString());
  std::vector<StateHandle> handles;
  for (uint32_t i = 0; i < options.parallelism; ++i) {
    const KeyGroupRange range = *max->RangeOfSubtask(options.parallelism, i);
    const std::string directory = fmt::format("{}/{}", options.directory, i);
    const std::string done = fmt::format("{}/{}.done", options.directory, i);
    if (!std::filesystem::exists(done)) {
      std::filesystem::remove_all(directory);
      std::filesystem::create_directories(directory);
      FillTask(options, *max, range, directory);
      std::ofstream(done) << options.bytes_per_task;
    }
    handles.push_back({directory, range});
  }
  return handles;
}

}  // namespace rescale::bench
