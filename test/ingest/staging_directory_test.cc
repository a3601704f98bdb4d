// SPDX-License-Identifier: Apache-2.0
#include "ingest/staging_directory.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "fs/fs_util.h"
#include "support/temp_dir.h"

namespace rescale::test {
namespace {

using ingest::StagingDirectory;

}  // namespace

TEST_CASE("staging directory: a name as long as a file system takes is staged and published") {
  const TempDir dir;
  FileSystem& fs = PosixFileSystem();
  std::set<std::string> seen;
  for (const size_t size : {1U, 237U, 238U, 239U, 240U, 254U, 255U}) {
    const std::string target = dir / std::string(size, 'n');
    auto staging = StagingDirectory::Create(fs, target);
    INFO(size << ": " << staging.status().ToString());
    REQUIRE(staging.ok());
    const std::string path = (*staging)->path();
    CHECK(BaseName(path).starts_with(".rescale-staging-"));
    CHECK(seen.insert(path).second);
    CHECK(StagingDirectory::Create(fs, target).status().code() == StatusCode::kBusy);
    staging->reset();
    CHECK_FALSE(Exists(path));

    // What a killed run leaves is found by the next one to the same target.
    std::filesystem::create_directory(path);
    WriteFile(path + "/000012.sst", "left behind");
    auto next = StagingDirectory::Create(fs, target);
    REQUIRE(next.ok());
    CHECK((*next)->path() == path);
    CHECK(std::filesystem::is_empty(path));
    CHECK((*next)->Publish().ToString() == "ok");
    CHECK(Exists(target));
    CHECK_FALSE(Exists(path));
  }
}

TEST_CASE("staging directory: a place for sources beside a long target needs no short name") {
  const TempDir dir;
  const std::string place = dir / (std::string(255, 'n') + "-0-sources");
  const auto staging = StagingDirectory::Create(PosixFileSystem(), place);
  INFO(staging.status().ToString());
  CHECK(staging.ok());
}

}  // namespace rescale::test
