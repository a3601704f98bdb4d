// SPDX-License-Identifier: Apache-2.0
// How fast is a cut, against cp of as many bytes? One large SST is cut to shares of its keys; cp
// copies the result. Both are synced; they take turns; medians are shown.
#include <fmt/format.h>
#include <rocksdb/sst_file_writer.h>
#include <rocksdb/table.h>

#include <filesystem>
#include <random>

#include "base/internal_key.h"
#include "base/parallel.h"
#include "base/random.h"
#include "clip/clip_table.h"
#include "measure.h"
#include "options.h"

namespace rescale::bench {
namespace {

std::string Key(uint64_t i) {
  std::string key = fmt::format("{:016}", i);
  key.resize(96, 'k');
  return key;
}

rocksdb::CompressionType Codec(const std::string& name) {
  if (name == "snappy") return rocksdb::kSnappyCompression;
  if (name == "lz4") return rocksdb::kLZ4Compression;
  if (name == "zstd") return rocksdb::kZSTD;
  return rocksdb::kNoCompression;
}

// Values are half random, half filler, so that codecs have something to do.
uint64_t MakeTable(const std::string& path, uint64_t bytes, const std::string& codec) {
  rocksdb::Options options;
  options.compression = Codec(codec);
  rocksdb::SstFileWriter writer(rocksdb::EnvOptions(), options);
  if (!writer.Open(path).ok()) throw std::runtime_error(path);
  std::mt19937_64 random(1);
  const uint64_t keys = bytes / (96 + 128);
  std::string value(128, 'v');
  for (uint64_t i = 0; i < keys; ++i) {
    for (size_t at = 0; at < 64; at += 8) {
      const uint64_t word = random();
      value.replace(at, 8, reinterpret_cast<const char*>(&word), 8);
    }
    if (!writer.Put(Key(i), value).ok()) throw std::runtime_error(path);
  }
  if (!writer.Finish().ok()) throw std::runtime_error(path);
  return keys;
}

bool Cut(const std::string& from, const std::string& to, uint64_t begin, uint64_t end,
         uint64_t keys, unsigned threads) {
  clip::ClipTableRequest request;
  const std::string smallest = MakeInternalKey(Key(0), SequenceNumber{0}, ValueType::kValue);
  const std::string largest = MakeInternalKey(Key(keys - 1), SequenceNumber{0}, ValueType::kValue);
  const std::string session = RandomSessionId();
  request.source_path = from;
  request.target_path = to;
  request.range = {Key(begin), Key(end)};
  request.smallest = smallest;
  request.largest = largest;
  request.target_number = FileNumber{9};
  request.session_id = session;
  IdleThreads idle(threads - 1);
  request.idle_threads = &idle;
  const auto result = clip::ClipTable(PosixFileSystem(), request);
  if (!result.ok()) fmt::print(stderr, "{}\n", result.status().ToString());
  return result.ok();
}

bool Cp(const std::string& from, const std::string& to) {
  const std::string command =
      fmt::format("cp --reflink=never '{}' '{}' && sync '{}'", from, to, to);
  return std::system(command.c_str()) == 0;
}

void Compare(const std::string& work, const std::string& table, uint64_t keys, int iterations,
             unsigned threads, const std::string& codec, double from_share, double to_share) {
  const auto begin = static_cast<uint64_t>(static_cast<double>(keys) * from_share) + 3;
  const auto end = static_cast<uint64_t>(static_cast<double>(keys) * to_share) - 3;
  const std::string cut = work + "/cut.sst";
  const std::string model = work + "/model.sst";
  const std::string copy = work + "/copy.sst";
  std::filesystem::remove(model);
  if (!Cut(table, model, begin, end, keys, threads)) throw std::runtime_error("cut");
  std::vector<double> ours, theirs, ratios;
  for (int i = 0; i < iterations; ++i) {
    std::filesystem::remove(cut);
    std::filesystem::remove(copy);
    SettleDisk();
    ours.push_back(
        MeasureInChild("cut", [&] { return Cut(table, cut, begin, end, keys, threads); }).seconds);
    SettleDisk();
    theirs.push_back(MeasureInChild("cp", [&] { return Cp(model, copy); }).seconds);
    ratios.push_back(theirs.back() / ours.back());
  }
  const double mib = static_cast<double>(std::filesystem::file_size(model)) / (1 << 20);
  fmt::print(
      "{:>5} keep {:3.0f}%..{:3.0f}%  {:7.1f} MiB  cut {:7.1f} MiB/s  cp {:7.1f} MiB/s  cut is "
      "{:3.0f}% of cp\n",
      codec, from_share * 100, to_share * 100, mib, mib / Median(ours), mib / Median(theirs),
      Median(ratios) * 100);
}

void AddOptions(cxxopts::OptionAdder& add) {
  add("mib", "MiB of keys and values", cxxopts::value<uint64_t>()->default_value("512"));
  add("threads", "of a cut; 0: one a core", cxxopts::value<unsigned>()->default_value("0"));
}

void RunAll(const cxxopts::ParseResult& options, const std::string& work, int iterations) {
  const unsigned threads = ThreadCount(options["threads"].as<unsigned>());
  std::filesystem::create_directories(work);
  for (const std::string codec : {"none", "snappy", "lz4", "zstd"}) {
    const std::string table = work + "/table.sst";
    std::filesystem::remove(table);
    const uint64_t keys = MakeTable(table, options["mib"].as<uint64_t>() << 20, codec);
    Compare(work, table, keys, iterations, threads, codec, 0, 0.5);
    Compare(work, table, keys, iterations, threads, codec, 0.5, 1);
    Compare(work, table, keys, iterations, threads, codec, 0.1, 0.9);
  }
}

}  // namespace
}  // namespace rescale::bench

int main(int argc, char** argv) {
  using namespace rescale::bench;
  return Main({"bench_trim", "Speed of cutting an SST against cp", 5, AddOptions, RunAll}, argc,
              argv);
}
