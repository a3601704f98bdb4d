// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sst/properties.h"
#include "sst/table_reader.h"
#include "sst/table_writer.h"

namespace rescale::test {

// A hand-made table: for format versions and properties that the RocksDB at hand does not write.
struct SmallTable {
  sst::TableFormat format{5, sst::ChecksumType::kCrc32c, 0};
  std::vector<std::pair<std::string, std::string>> points;  // internal key, value; in order
  std::vector<sst::RangeTombstone> tombstones;
  size_t entries_per_block = 4;
  bool without_counts = false;
  sst::Properties more_properties;            // set last; an empty value erases
  std::vector<std::string> more_meta_blocks;  // with some bytes each
};

// `count` keys of `versions` versions each, from group `first_group` on, 10 keys a group.
std::vector<std::pair<std::string, std::string>> SmallPoints(int count, int versions = 1);

void WriteSmallTable(const std::string& path, const SmallTable& table);

}  // namespace rescale::test
