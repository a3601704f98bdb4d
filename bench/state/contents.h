// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "flink_state/database.h"
#include "state/restore_task.h"

namespace rescale::bench {

// All that a reader sees of a database, as a number: every column family, key and value in order.
struct Contents {
  uint64_t entries = 0;
  uint64_t digest = 0;

  bool operator==(const Contents&) const = default;
};

// What a restored task must hold, and some of its keys.
struct Expected {
  Contents contents;
  std::vector<std::pair<std::string, std::string>> keys;  // column family, key; spread evenly
};

// Reads the parts of the sources, in a process of its own.
Expected ExpectedOf(const RestoreTask& task, size_t keys);

// Of an open database.
Contents ContentsOf(const flink_state::Database& database, const RestoreTask& task);

}  // namespace rescale::bench
