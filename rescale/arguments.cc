// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cxxopts.hpp>

#include "command_table.h"

namespace rescale::cli {

namespace {

constexpr uint32_t kMaxThreads = 1024;

// The whole text as a decimal number without sign; none otherwise.
std::optional<uint64_t> ParseDecimal(std::string_view text) {
  uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return value;
}

const Flag* FindFlag(const std::vector<Flag>& flags, std::string_view word) {
  if (!word.starts_with("--")) return nullptr;
  const auto name = word.substr(2, word.find('=') == word.npos ? word.npos : word.find('=') - 2);
  const auto found =
      std::find_if(flags.begin(), flags.end(), [&](const Flag& flag) { return flag.name == name; });
  return found == flags.end() ? nullptr : &*found;
}

// Repeats a list flag before each of its values, so that the option parser sees one value a flag:
// "--against a b" becomes "--against a --against b".
std::vector<std::string> ExpandLists(const std::vector<Flag>& flags,
                                     const std::vector<std::string>& words) {
  std::vector<std::string> expanded;
  const Flag* list = nullptr;
  bool is_value = false;  // this word is the value of the flag before it
  bool flags_ended = false;
  for (const std::string& word : words) {
    if (flags_ended || is_value) {
      is_value = false;
    } else if (word == "--") {
      flags_ended = true;
    } else if (word.starts_with('-') && word != "-") {
      const Flag* flag = FindFlag(flags, word);
      list = flag != nullptr && flag->list ? flag : nullptr;
      is_value = flag != nullptr && !flag->value_name.empty() && word.find('=') == word.npos;
    } else if (list != nullptr) {
      expanded.push_back(fmt::format("--{}", list->name));
    }
    expanded.push_back(word);
  }
  return expanded;
}

Status CheckPositionals(const Command& command, const std::vector<std::string>& given) {
  const size_t fixed = command.positionals.size();
  const bool repeated = fixed > 0 && command.positionals.back().repeated;
  const size_t required =
      fixed - (fixed > 0 && command.positionals.back().optional ? size_t{1} : size_t{0});
  if (given.size() < required) {
    return Status::InvalidArgument(fmt::format("{} is missing: {}",
                                               command.positionals[given.size()].name,
                                               command.positionals[given.size()].help));
  }
  if (given.size() > fixed && !repeated) {
    return Status::InvalidArgument(fmt::format("'{}' is one argument too many", given[fixed]));
  }
  for (size_t i = 0; i < given.size(); ++i) {
    const Positional& positional = command.positionals[std::min(i, fixed - 1)];
    const auto& choices = positional.choices;
    if (given[i].empty()) {
      return Status::InvalidArgument(fmt::format("{} is empty", positional.name));
    }
    if (!choices.empty() && std::find(choices.begin(), choices.end(), given[i]) == choices.end()) {
      return Status::InvalidArgument(fmt::format("{} is '{}', which is none of {}", positional.name,
                                                 given[i], fmt::join(choices, ", ")));
    }
  }
  return Status::Ok();
}

Status CheckFlags(const Command& command, const Arguments& arguments) {
  for (const Flag& flag : AllFlags(command)) {
    const size_t count = arguments.Values(flag.name).size();
    if (flag.required && count == 0) {
      return Status::InvalidArgument(
          fmt::format("--{} {} is missing: {}", flag.name, flag.value_name, flag.help));
    }
    if (!flag.list && !flag.value_name.empty() && count > 1) {
      return Status::InvalidArgument(fmt::format("--{} is given {} times", flag.name, count));
    }
    for (const std::string& value : arguments.Values(flag.name)) {
      if (!flag.value_name.empty() && value.empty()) {
        return Status::InvalidArgument(fmt::format("--{} is empty", flag.name));
      }
    }
  }
  return Status::Ok();
}

}  // namespace

const std::string* Arguments::Value(std::string_view flag) const {
  const auto found = flags_.find(flag);
  return found == flags_.end() ? nullptr : &found->second.back();
}

std::vector<std::string> Arguments::Values(std::string_view flag) const {
  const auto found = flags_.find(flag);
  return found == flags_.end() ? std::vector<std::string>() : found->second;
}

Result<std::optional<uint32_t>> Arguments::Number(std::string_view flag, uint32_t min,
                                                  uint32_t max) const {
  const std::string* text = Value(flag);
  if (text == nullptr) return std::optional<uint32_t>();
  const std::optional<uint64_t> value = ParseDecimal(*text);
  if (!value || *value < min || *value > max) {
    return Status::InvalidArgument(
        fmt::format("--{} is '{}', which is not a number from {} to {}", flag, *text, min, max));
  }
  return std::optional<uint32_t>(static_cast<uint32_t>(*value));
}

Result<std::optional<MaxParallelism>> Arguments::max_parallelism() const {
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint32_t> value,
                           Number("max-parallelism", 1, kUpperBoundMaxParallelism));
  if (!value) return std::optional<MaxParallelism>();
  RESCALE_ASSIGN_OR_RETURN(const MaxParallelism max_parallelism, MaxParallelism::Create(*value));
  return std::optional<MaxParallelism>(max_parallelism);
}

Result<unsigned> Arguments::threads() const {
  RESCALE_ASSIGN_OR_RETURN(const std::optional<uint32_t> value, Number("threads", 1, kMaxThreads));
  return unsigned{value.value_or(0)};
}

Result<Arguments> ParseArguments(const Command& command, const std::vector<std::string>& words) {
  const std::vector<Flag> flags = AllFlags(command);
  cxxopts::Options options("rescale");
  for (const Flag& flag : flags) {
    const std::string name(flag.name == "help" ? "h,help" : flag.name);
    if (flag.value_name.empty()) {
      options.add_options()(name, "");
    } else {
      options.add_options()(name, "", cxxopts::value<std::string>());
    }
  }
  const std::vector<std::string> expanded = ExpandLists(flags, words);
  std::vector<const char*> argv = {"rescale"};
  for (const std::string& word : expanded) argv.push_back(word.c_str());
  const cxxopts::ParseResult parsed = options.parse(static_cast<int>(argv.size()), argv.data());

  Arguments arguments;
  for (const cxxopts::KeyValue& given : parsed.arguments()) {
    const Flag* flag = FindFlag(flags, "--" + given.key());
    if (flag->value_name.empty() && given.value() != "true") {
      return Status::InvalidArgument(fmt::format("--{} takes no value", flag->name));
    }
    arguments.AddFlag(given.key(), given.value());
  }
  for (const std::string& word : parsed.unmatched()) arguments.AddPositional(word);
  if (arguments.Has("help") || arguments.Has("version")) return arguments;
  RESCALE_RETURN_IF_ERROR(CheckFlags(command, arguments));
  RESCALE_RETURN_IF_ERROR(CheckPositionals(command, arguments.positionals()));
  return arguments;
}

Result<KeyGroupRange> ParseKeyGroupRange(std::string_view text, std::string_view what,
                                         const MaxParallelism& max_parallelism) {
  const size_t dash = text.find('-');
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto digits = [&](std::string_view part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), is_digit);
  };
  if (dash == text.npos || !digits(text.substr(0, dash)) || !digits(text.substr(dash + 1))) {
    return Status::InvalidArgument(fmt::format(
        "{} is '{}', which is not LO-HI, the first and the last key group, as 0-63", what, text));
  }
  const int32_t last_group = max_parallelism.all().last;
  const auto limit = static_cast<uint64_t>(last_group);
  // A number too long for 64 bits is above the limit like any other.
  const uint64_t low = ParseDecimal(text.substr(0, dash)).value_or(UINT64_MAX);
  const uint64_t high = ParseDecimal(text.substr(dash + 1)).value_or(UINT64_MAX);
  if (low > limit || high > limit) {
    return Status::InvalidArgument(
        fmt::format("{} is '{}', but key groups run from 0 to {} (max parallelism {})", what, text,
                    last_group, max_parallelism.value()));
  }
  if (low > high) {
    return Status::InvalidArgument(
        fmt::format("{} is '{}', which ends before it begins", what, text));
  }
  return KeyGroupRange{static_cast<int32_t>(low), static_cast<int32_t>(high)};
}

}  // namespace rescale::cli
