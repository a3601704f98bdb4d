// SPDX-License-Identifier: Apache-2.0
#include "questions/cut.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "base/internal_key.h"
#include "base/parallel.h"
#include "base/random.h"
#include "base/stopwatch.h"
#include "clip/clip_table.h"
#include "harness/runner.h"
#include "state/table_file.h"

namespace rescale::bench {
namespace {

namespace stdfs = std::filesystem;

struct Share {
  const char* name;
  double from, to;  // of the keys
};
constexpr Share kShares[] = {
    {"first half", 0, 0.5}, {"second half", 0.5, 1}, {"middle 80 %", 0.1, 0.9}};

// A little off the shares, so that edges lie within blocks.
KeyRange RangeOf(const TableFile& table, const Share& share) {
  const auto at = [&](double part) {
    return static_cast<uint64_t>(static_cast<double>(table.keys) * part);
  };
  return {TableFile::Key(at(share.from) + 3), TableFile::Key(at(share.to) - 3)};
}

void Cut(const TableFile& table, const KeyRange& range, const std::string& to, unsigned threads) {
  const auto bound = [](uint64_t i) {
    return MakeInternalKey(TableFile::Key(i), SequenceNumber{0}, ValueType::kValue);
  };
  const std::string smallest = bound(0);
  const std::string largest = bound(table.keys - 1);
  const std::string session = RandomSessionId();
  clip::ClipTableRequest request;
  request.source_path = table.path;
  request.target_path = to;
  request.range = range;
  request.smallest = smallest;
  request.largest = largest;
  request.target_number = FileNumber{9};
  request.session_id = session;
  IdleThreads idle(threads - 1);
  request.idle_threads = &idle;
  const auto result = clip::ClipTable(PosixFileSystem(), request);
  if (!result.ok()) throw std::runtime_error(result.status().ToString());
}

void Cp(const std::string& from, const std::string& to) {
  const std::string command =
      fmt::format("cp --reflink=never '{}' '{}' && sync '{}'", from, to, to);
  if (std::system(command.c_str()) != 0) throw std::runtime_error(command + ": failed");
}

Values Measure(const std::string& out, const std::function<void()>& work) {
  stdfs::remove(out);
  sync();
  const Stopwatch watch;
  work();
  Values values = {{kSeconds, watch.TotalMs() / 1e3}};
  values["bytesWritten"] = static_cast<double>(stdfs::file_size(out));
  return values;
}

std::vector<Benchmark> BenchmarksOf(const CutQuestion& question, const TableFile& table,
                                    const Share& share) {
  const KeyRange range = RangeOf(table, share);
  const std::string out = question.work + "/out.sst";
  const std::string model = fmt::format("{}/{}.sst", question.work, share.name);
  stdfs::remove(model);
  Cut(table, range, model, ThreadCount(0));
  const auto cut = [=](unsigned threads) {
    return [=] { return Measure(out, [&] { Cut(table, range, out, threads); }); };
  };
  const std::map<std::string, std::string> params = {{"compression", table.compression},
                                                     {"kept", share.name},
                                                     {"mib", std::to_string(question.mib)}};
  return {{"rescale.Cut.cut", params, cut(ThreadCount(0))},
          {"rescale.Cut.cutOneThread", params, cut(1)},
          {"rescale.Cut.cp", params, [=] { return Measure(out, [&] { Cp(model, out); }); }}};
}

std::vector<BenchmarkResult> RunCompression(const CutQuestion& question,
                                            const std::string& compression) {
  const std::string path = question.work + "/table.sst";
  stdfs::remove(path);
  // RocksDB's threads do not survive a fork: it is used in a child.
  const uint64_t keys = std::stoull(InChild("an SST", [&] {
    return std::to_string(MakeTableFile(path, compression, question.mib).keys);
  }));
  const TableFile table{path, compression, keys};
  std::vector<Benchmark> benchmarks;
  for (const Share& share : kShares) {
    for (Benchmark& benchmark : BenchmarksOf(question, table, share)) {
      benchmarks.push_back(std::move(benchmark));
    }
  }
  return RunInTurns(benchmarks, question.rounds);
}

}  // namespace

std::vector<BenchmarkResult> AskCut(const CutQuestion& question) {
  for (const std::string& compression : question.compressions) CheckCompression(compression);
  std::vector<BenchmarkResult> results;
  const std::string work = question.work + "/cut";
  CutQuestion inside = question;
  inside.work = work;
  stdfs::create_directories(work);
  for (const std::string& compression : question.compressions) {
    const auto measured = RunCompression(inside, compression);
    fmt::print("{}\n", ToTable(measured));
    std::fflush(stdout);
    results.insert(results.end(), measured.begin(), measured.end());
  }
  stdfs::remove_all(work);
  return results;
}

}  // namespace rescale::bench
