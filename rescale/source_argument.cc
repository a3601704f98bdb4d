// SPDX-License-Identifier: Apache-2.0
#include "source_argument.h"

#include <fmt/format.h>

#include <algorithm>

#include "arguments.h"

namespace rescale::cli {

namespace {

bool LooksLikeRange(std::string_view text) {
  const size_t dash = text.find('-');
  if (dash == text.npos || dash == 0 || dash + 1 == text.size()) return false;
  const std::string_view after = text.substr(dash + 1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return std::all_of(text.begin(), text.begin() + static_cast<ptrdiff_t>(dash), is_digit) &&
         std::all_of(after.begin(), after.end(), is_digit);
}

}  // namespace

SourceArgument SplitSourceArgument(std::string_view text) {
  const size_t at = text.rfind('@');
  if (at == text.npos || !LooksLikeRange(text.substr(at + 1))) {
    return SourceArgument{std::string(text), ""};
  }
  return SourceArgument{std::string(text.substr(0, at)), std::string(text.substr(at + 1))};
}

Result<std::vector<StateHandle>> ResolveSources(const std::vector<std::string>& arguments,
                                                const MaxParallelism& max_parallelism) {
  std::vector<StateHandle> handles;
  const auto count = static_cast<uint32_t>(arguments.size());
  for (uint32_t i = 0; i < count; ++i) {
    const SourceArgument source = SplitSourceArgument(arguments[i]);
    if (source.directory.empty()) {
      return Status::InvalidArgument(fmt::format("SRC is '{}', without a directory", arguments[i]));
    }
    if (source.range.empty()) {
      if (count > max_parallelism.value()) {
        return Status::InvalidArgument(fmt::format("{} sources are more than the {} key groups",
                                                   count, max_parallelism.value()));
      }
      RESCALE_ASSIGN_OR_RETURN(const KeyGroupRange owned, max_parallelism.RangeOfSubtask(count, i));
      handles.push_back(StateHandle{source.directory, owned, /*owned_is_assumed=*/true});
      continue;
    }
    RESCALE_ASSIGN_OR_RETURN(
        const KeyGroupRange owned,
        ParseKeyGroupRange(source.range, fmt::format("the range of {}", arguments[i]),
                           max_parallelism));
    handles.push_back(StateHandle{source.directory, owned});
  }
  return handles;
}

Result<std::vector<StateHandle>> ResolveWholeSources(const std::vector<std::string>& arguments) {
  std::vector<StateHandle> handles;
  for (const std::string& argument : arguments) {
    SourceArgument source = SplitSourceArgument(argument);
    if (!source.range.empty()) {
      return Status::InvalidArgument(fmt::format(
          "'{}' has a key-group range, which means nothing without --max-parallelism", argument));
    }
    handles.push_back(StateHandle{std::move(source.directory), KeyGroupRange{}});
  }
  return handles;
}

}  // namespace rescale::cli
