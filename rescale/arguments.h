// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rescale/key_group.h"
#include "rescale/status.h"

namespace rescale::cli {

struct Command;

// The arguments of one command, split into flags and positionals; values are still text.
// Value() and the typed getters take a flag's name without dashes.
class Arguments {
 public:
  bool Has(std::string_view flag) const { return flags_.contains(flag); }
  // The value of a flag; null when it was not given.
  const std::string* Value(std::string_view flag) const;
  // The values of a list flag, in order.
  std::vector<std::string> Values(std::string_view flag) const;
  const std::vector<std::string>& positionals() const { return positionals_; }

  // None when the flag was not given; InvalidArgument, naming flag and value, when the value is
  // not a decimal number within min..max.
  Result<std::optional<uint32_t>> Number(std::string_view flag, uint32_t min, uint32_t max) const;
  // --max-parallelism; none when it was not given.
  Result<std::optional<MaxParallelism>> max_parallelism() const;
  // --threads; 0 when it was not given.
  Result<unsigned> threads() const;

  void AddFlag(std::string_view flag, std::string value) {
    flags_[std::string(flag)].push_back(std::move(value));
  }
  void AddPositional(std::string value) { positionals_.push_back(std::move(value)); }

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> flags_;
  std::vector<std::string> positionals_;
};

// Splits the words that follow a command's name. InvalidArgument when a required flag is missing, a
// flag that is no list comes twice, or there are too few or too many positionals. An unknown flag
// or a flag without its value throws a cxxopts exception. --help ends the checks: the result then
// has the flag "help" and may lack everything else.
Result<Arguments> ParseArguments(const Command& command, const std::vector<std::string>& words);

// LO-HI, two decimal numbers with LO <= HI that are key groups of `max_parallelism`. `what` names
// it in the error ("--range").
Result<KeyGroupRange> ParseKeyGroupRange(std::string_view text, std::string_view what,
                                         const MaxParallelism& max_parallelism);

}  // namespace rescale::cli
