// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "clip/clip_check.h"

namespace rescale::test {
namespace {

// Cuts every SST of the source at `cuts` ranges each; returns how many results had anything.
size_t CutAll(const RocksSource& source, uint32_t seed, size_t cuts) {
  const TempDir out;
  size_t written = 0;
  for (const manifest::FileMetaData* file : source.files()) {
    const SourceSst sst = SstOf(source, *file);
    const TableContents contents = ReadTable(sst.path);
    size_t index = 0;
    for (const KeyRange& range : Cuts(sst.path, seed++, cuts)) {
      INFO("file " << file->number.value << " range " << ToString(range));
      const std::string target =
          out / (std::to_string(file->number.value) + "-" + std::to_string(index++) + ".sst");
      written += !ClipAndCheck(sst, contents, range, target, source.options).empty;
    }
  }
  return written;
}

}  // namespace

TEST_CASE("clip: a flushed SST of every kind is cut anywhere") {
  for (const TableCase& table_case : TableCases()) {
    INFO(table_case.name);
    const auto source = MakeSource(table_case, Workload{});
    REQUIRE(source->files().size() == 1);
    CHECK(CutAll(*source, 1, 40) > 20);
  }
}

TEST_CASE("clip: files of a compacted level, with tombstones across them, are cut anywhere") {
  for (const TableCase& table_case : TableCases()) {
    INFO(table_case.name);
    Workload workload;
    workload.flush_every = 200;
    workload.compact = true;
    workload.seed = 3;
    const auto source = MakeSource(table_case, workload);
    REQUIRE(source->files().size() > 1);
    CHECK(CutAll(*source, 3, 10) > 10);
  }
}

TEST_CASE("clip: keys with one version each") {
  for (const TableCase& table_case : TableCases()) {
    INFO(table_case.name);
    Workload workload;
    workload.keep_versions = false;
    workload.range_deletes = false;
    workload.merges = false;
    workload.keys_per_group = 40;
    const auto source = MakeSource(table_case, workload);
    CHECK(CutAll(*source, 4, 15) > 5);
  }
}

}  // namespace rescale::test
