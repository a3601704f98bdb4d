// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "plan/plan.h"

namespace rescale::plan {

// The key groups that the SSTs of a source reach, as their bounds tell, beside those it owns.
class SourceReach {
 public:
  SourceReach(const MaxParallelism& max_parallelism, const KeyGroupRange& owned);

  void Add(const manifest::FileMetaData& file);

  // InvalidArgument for a source whose range was taken from its position, when none of its SSTs
  // reaches that range, or all together are shifted against it, past one end and short of the
  // other: a list in another order or with one left out, or another max parallelism. All keys
  // outside would be left out without a word. `position` of `count`.
  Status CheckAssumedRange(const std::string& source, size_t position, size_t count) const;

  // What is outside belongs to nobody: which key groups. Empty when there is nothing.
  std::string LeftoverWarning(const std::string& source) const;
  // For a range taken from the position: the end of it that no SST reaches, when that is a quarter
  // of it or more. Empty when there is none.
  std::string UnreachedWarning(const std::string& source) const;

 private:
  bool IsShifted() const;
  KeyGroupRange all() const;

  const MaxParallelism max_parallelism_;
  const KeyGroupRange owned_;
  const KeyRange owned_keys_;
  KeyGroupRange below_;   // what is reached of the key groups before those it owns
  KeyGroupRange inside_;  // of those
  KeyGroupRange above_;   // and of those after them, each from the first to the last
  uint64_t files_ = 0;
  uint64_t files_outside_ = 0;
};

}  // namespace rescale::plan
