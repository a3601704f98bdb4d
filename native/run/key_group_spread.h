// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "manifest/file_meta_data.h"
#include "rescale/inspect.h"
#include "rescale/key_group.h"

namespace rescale::run {

// Adds up, over the SSTs of a database, how many reach each key group and with how many bytes. Told
// from MANIFEST bounds: an SST counts for every key group between its first and its last key.
// Adding a file takes constant time, whatever it spans.
class KeyGroupSpread {
 public:
  explicit KeyGroupSpread(const MaxParallelism& max_parallelism);

  void Add(const manifest::FileMetaData& file);

  // Files with a bound that is shorter than the key-group prefix, or outside all key groups. They
  // count for the key groups that they reach, if any.
  uint64_t odd_files() const { return odd_files_; }
  // Those with files, ascending.
  std::vector<KeyGroupSummary> Groups() const;

 private:
  // At index g stands what begins at key group g minus what ended before it.
  struct Step {
    uint64_t files = 0;  // modulo 2^64, as are the bytes
    uint64_t bytes = 0;
  };
  const MaxParallelism max_parallelism_;
  std::vector<Step> steps_;
  uint64_t odd_files_ = 0;
};

// Mean, standard deviation (of the whole population), least and most; none without key groups.
std::optional<FilesPerKeyGroup> Summarize(const std::vector<KeyGroupSummary>& groups);

}  // namespace rescale::run
