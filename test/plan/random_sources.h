// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace rescale::plan {

// Sources with LSM trees of random shapes, sound by the rules of their writer: with or without
// epochs, with garbage outside what they own, shared user keys between neighbours, range tombstone
// bounds, several column families, single writes flushed alone. The same seed, the same sources.
class RandomSources {
 public:
  explicit RandomSources(uint32_t seed);

  const std::vector<Source>& sources() const { return sources_; }
  const MaxParallelism& max_parallelism() const { return max_parallelism_; }
  // Key groups that the sources own together.
  KeyGroupRange covered() const { return {0, static_cast<int32_t>(max_parallelism_.value()) - 1}; }
  KeyGroupRange RandomTarget();

 private:
  uint64_t Pick(uint64_t low, uint64_t high);  // both included
  bool Chance(uint64_t percent) { return Pick(1, 100) <= percent; }
  std::string RandomKey(const KeyGroupRange& around);
  void MakeVersion(const KeyGroupRange& owned, manifest::Version* version);
  void MakeColumnFamily(const KeyGroupRange& owned, bool with_epochs, manifest::Version* version,
                        manifest::ColumnFamily* family);
  void MakeLevel0(const KeyGroupRange& owned, manifest::Version* version,
                  manifest::ColumnFamily* family);
  void MakeLevel(int32_t level, const KeyGroupRange& owned, manifest::Version* version,
                 manifest::ColumnFamily* family);
  manifest::FileMetaData NewFile(int32_t level, manifest::Version* version);

  std::mt19937 random_;
  MaxParallelism max_parallelism_;
  std::vector<std::unique_ptr<manifest::Version>> versions_;
  std::vector<std::unique_ptr<checkpoint::OptionsFile>> options_;
  std::vector<Source> sources_;
};

}  // namespace rescale::plan
