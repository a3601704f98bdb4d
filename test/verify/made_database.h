// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/internal_key.h"
#include "manifest/version.h"
#include "rescale/verify.h"
#include "sst/properties.h"
#include "sst/table_reader.h"
#include "support/temp_dir.h"

namespace rescale::test {

using Point = std::pair<std::string, std::string>;  // internal key, value

Point Put(std::string_view user_key, uint64_t sequence, std::string_view value = "v");
Point Delete(std::string_view user_key, uint64_t sequence);

// An SST written by hand, right unless told otherwise.
struct MadeTable {
  std::vector<Point> points;  // written in this order
  std::vector<sst::RangeTombstone> tombstones;
  size_t points_per_block = 3;
  bool first_key_index = false;  // index type 3
  // Wrong on purpose: a separator of the index, or a first key in it, in place of that of block
  // `first`; properties that replace the right ones; a filter block, or the partitions of one, each
  // behind its separator.
  std::map<size_t, std::string> separators;
  std::map<size_t, std::string> first_keys;
  sst::Properties properties;
  std::optional<std::string> filter;
  std::vector<std::pair<std::string, std::string>> filter_partitions;
};

// A database directory made by hand, file by file. Everything about it can be made wrong before
// Write(), which writes MANIFEST, CURRENT and IDENTITY.
class MadeDatabase {
 public:
  MadeDatabase();

  // Writes the SST and adds it to the default column family, with bounds taken from its contents.
  // On level 0 it is newer than those before. The reference is good until the next one is added.
  manifest::FileMetaData& Add(int level, const MadeTable& table);
  manifest::FileMetaData& file(size_t level, size_t index) {
    return version.column_families[0].levels[level][index];
  }
  void Write();

  std::string directory() const { return dir_.path(); }
  std::string PathOf(const manifest::FileMetaData& file) const;
  VerifyOptions Options() const;
  VerifyOptions Deep() const;

  manifest::Version version;

 private:
  TempDir dir_;
};

// Sets the bounds of a file, custom fields kept.
void SetBounds(manifest::FileMetaData* file, std::string_view smallest, std::string_view largest);

// The outcome of Verify: "ok", or the error with its code in front.
std::string Outcome(const VerifyOptions& options);

// Whether the text has the part in it.
bool Has(std::string_view text, std::string_view part);

}  // namespace rescale::test
