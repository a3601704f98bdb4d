// SPDX-License-Identifier: Apache-2.0
// How long is reading the MANIFESTs of, and planning, a million SSTs, and in how much memory? And a
// whole run that links them? The MANIFESTs are written here; the SSTs do not exist: a plan never
// looks at them, and the run is told that they are there.
#include <fmt/format.h>

#include <filesystem>

#include "base/internal_key.h"
#include "imagined_tables.h"
#include "manifest/manifest_writer.h"
#include "measure.h"
#include "options.h"
#include "rescale/rescale.h"

namespace rescale::bench {
namespace {

constexpr uint32_t kSources = 4;
constexpr uint64_t kTableBytes = 64 << 20;

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
    file.size_bytes = kTableBytes;
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

bool WriteSources(const std::string& work, const MaxParallelism& max, uint64_t files,
                  size_t key_bytes) {
  for (uint32_t i = 0; i < kSources; ++i) {
    const std::string directory = fmt::format("{}/{}", work, i);
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    const auto version =
        MakeVersion(max, *max.RangeOfSubtask(kSources, i), files / kSources, key_bytes);
    if (!manifest::WriteManifest(PosixFileSystem(), directory + "/MANIFEST-000005", version).ok() ||
        !manifest::WriteCurrent(PosixFileSystem(), directory, FileNumber{5}).ok()) {
      throw std::runtime_error(directory);
    }
  }
  return true;
}

void AddOptions(cxxopts::OptionAdder& add) {
  add("files", "SSTs over all sources",
      cxxopts::value<std::vector<uint64_t>>()->default_value("10000,100000,1000000"))(
      "key-bytes", "length of bounds",
      cxxopts::value<std::vector<size_t>>()->default_value("16,96"));
}

std::vector<StateHandle> Sources(const std::string& work, const MaxParallelism& max) {
  std::vector<StateHandle> sources;
  for (uint32_t i = 0; i < kSources; ++i) {
    sources.push_back({fmt::format("{}/{}", work, i), *max.RangeOfSubtask(kSources, i)});
  }
  return sources;
}

bool Plan(const std::string& work, const MaxParallelism& max) {
  PlanOptions options;
  options.sources = Sources(work, max);
  options.max_parallelism = max;
  options.parallelism = 2;
  options.index = 0;
  return MakePlan(options).ok();
}

bool Link(const std::string& work, const MaxParallelism& max) {
  ImaginedTables tables(kTableBytes);
  RunOptions options;
  options.sources = Sources(work, max);
  options.max_parallelism = max;
  options.parallelism = 2;
  options.out = work + "/out";
  options.write.file_system = &tables;
  std::filesystem::remove_all(options.out);
  const auto report = Run(options);
  if (!report.ok()) fmt::print(stderr, "{}\n", report.status().ToString());
  return report.ok();
}

void Show(const std::string& what, uint64_t files, size_t key_bytes, int iterations,
          const std::function<bool()>& work) {
  std::vector<double> seconds;
  uint64_t peak = 0;
  for (int i = 0; i < iterations; ++i) {
    const Measured run = MeasureInChild(what, work);
    seconds.push_back(run.seconds);
    peak = std::max(peak, run.peak_rss_bytes);
  }
  const uint64_t bound = (uint64_t{64} << 20) + 2 * (uint64_t{16} << 20) + 400 * files;
  fmt::print(
      "{:>4}: {:>8} SSTs, bounds of {:>3} bytes: {:7.3f} s, peak {:>5} MiB (bound {} MiB), {:.0f} "
      "bytes an SST\n",
      what, files, key_bytes, Median(seconds), peak >> 20, bound >> 20,
      static_cast<double>(peak) / static_cast<double>(files));
}

void RunAll(const cxxopts::ParseResult& options, const std::string& work, int iterations) {
  const auto max = *MaxParallelism::Create(128);
  for (const size_t key_bytes : options["key-bytes"].as<std::vector<size_t>>()) {
    for (const uint64_t files : options["files"].as<std::vector<uint64_t>>()) {
      // In a child: what it needs for writing must not count as a later child's memory.
      MeasureInChild("write", [&] { return WriteSources(work, max, files, key_bytes); });
      Show("plan", files, key_bytes, iterations, [&] { return Plan(work, max); });
      Show("run", files, key_bytes, iterations, [&] { return Link(work, max); });
    }
  }
}

}  // namespace
}  // namespace rescale::bench

int main(int argc, char** argv) {
  using namespace rescale::bench;
  return Main({"bench_plan", "Time and memory of planning, and of linking, a million SSTs", 5,
               AddOptions, RunAll},
              argc, argv);
}
