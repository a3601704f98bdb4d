// SPDX-License-Identifier: Apache-2.0
// How long is reading the MANIFESTs of, and planning, a million SSTs, and in how much memory? The
// MANIFESTs are written here; the SSTs do not exist, since a plan never looks at them.
#include <fmt/format.h>

#include <filesystem>

#include "base/internal_key.h"
#include "manifest/manifest_writer.h"
#include "measure.h"
#include "options.h"
#include "rescale/rescale.h"

namespace rescale::bench {
namespace {

std::string Key(const MaxParallelism& max, uint64_t group, uint64_t i, size_t key_bytes) {
  std::string key = max.Prefix(static_cast<uint32_t>(group)) + fmt::format("{:012}", i);
  key.resize(std::max(key.size(), key_bytes), 'k');
  return key;
}

// `files` SSTs of 64 MiB side by side in the last level.
manifest::Version MakeVersion(const MaxParallelism& max, const KeyGroupRange& range, uint64_t files,
                              size_t key_bytes) {
  manifest::Version version;
  manifest::ColumnFamily family;
  family.name = "default";
  family.comparator = manifest::kBytewiseComparatorName;
  family.levels.resize(7);
  manifest::FileCustomFields fields;
  fields.oldest_ancester_time_s = fields.file_creation_time_s = 1700000000;
  fields.tail_size_bytes = 400000;
  for (uint64_t i = 0; i < files; ++i) {
    const uint64_t group = static_cast<uint64_t>(range.first) + i * range.size() / files;
    manifest::FileMetaData file;
    file.number = FileNumber{i + 10};
    file.size_bytes = 64 << 20;
    file.smallest_seqno = SequenceNumber{i * 100 + 1};
    file.largest_seqno = SequenceNumber{i * 100 + 100};
    file.epoch_number = i + 1;
    file.level = 6;
    fields.unique_id.emplace();
    fields.unique_id->fill(static_cast<char>(i));
    file.SetPayload(
        MakeInternalKey(Key(max, group, i * 2, key_bytes), file.largest_seqno, ValueType::kValue),
        MakeInternalKey(Key(max, group, i * 2 + 1, key_bytes), file.largest_seqno,
                        ValueType::kValue),
        manifest::EncodeCustom(fields));
    family.levels[6].push_back(std::move(file));
  }
  version.next_file_number = FileNumber{files + 11};
  version.last_sequence = SequenceNumber{files * 100 + 100};
  version.column_families.push_back(std::move(family));
  return version;
}

std::vector<StateHandle> WriteSources(const std::string& work, const MaxParallelism& max,
                                      uint64_t files, size_t key_bytes) {
  constexpr uint32_t kSources = 4;
  std::vector<StateHandle> handles;
  for (uint32_t i = 0; i < kSources; ++i) {
    const KeyGroupRange range = *max.RangeOfSubtask(kSources, i);
    const std::string directory = fmt::format("{}/{}", work, i);
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    const auto version = MakeVersion(max, range, files / kSources, key_bytes);
    if (!manifest::WriteManifest(PosixFileSystem(), directory + "/MANIFEST-000005", version).ok() ||
        !manifest::WriteCurrent(PosixFileSystem(), directory, FileNumber{5}).ok()) {
      throw std::runtime_error(directory);
    }
    handles.push_back({directory, range});
  }
  return handles;
}

void AddOptions(cxxopts::OptionAdder& add) {
  add("files", "SSTs over all sources",
      cxxopts::value<std::vector<uint64_t>>()->default_value("10000,100000,1000000"))(
      "key-bytes", "length of bounds",
      cxxopts::value<std::vector<size_t>>()->default_value("16,96"));
}

void RunAll(const cxxopts::ParseResult& options, const std::string& work, int iterations) {
  const auto max = *MaxParallelism::Create(128);
  for (const size_t key_bytes : options["key-bytes"].as<std::vector<size_t>>()) {
    for (const uint64_t files : options["files"].as<std::vector<uint64_t>>()) {
      // In a child: what it needs for writing must not count as a later child's memory.
      MeasureInChild("write", [&] { return !WriteSources(work, max, files, key_bytes).empty(); });
      PlanOptions plan;
      for (uint32_t i = 0; i < 4; ++i) {
        plan.sources.push_back({fmt::format("{}/{}", work, i), *max.RangeOfSubtask(4, i)});
      }
      plan.parallelism = 2;
      plan.index = 0;
      std::vector<double> seconds;
      uint64_t peak = 0;
      for (int i = 0; i < iterations; ++i) {
        const Measured run = MeasureInChild("plan", [&] { return MakePlan(plan).ok(); });
        seconds.push_back(run.seconds);
        peak = std::max(peak, run.peak_rss_bytes);
      }
      const uint64_t bound = (uint64_t{64} << 20) + 2 * (uint64_t{16} << 20) + 400 * files;
      fmt::print(
          "{:>8} SSTs, bounds of {:>3} bytes: {:7.3f} s, peak {:>5} MiB (bound {} MiB), {:.0f} "
          "bytes an SST\n",
          files, key_bytes, Median(seconds), peak >> 20, bound >> 20,
          static_cast<double>(peak) / static_cast<double>(files));
    }
  }
}

}  // namespace
}  // namespace rescale::bench

int main(int argc, char** argv) {
  using namespace rescale::bench;
  return Main({"bench_plan", "Time and memory of planning a million SSTs", 5, AddOptions, RunAll},
              argc, argv);
}
