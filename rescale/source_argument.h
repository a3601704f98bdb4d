// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rescale/key_group.h"
#include "rescale/source.h"
#include "rescale/status.h"

namespace rescale::cli {

// SRC or SRC@LO-HI, taken apart. The range is what follows the last '@' when that is two decimal
// numbers with a dash between them; any other '@' belongs to the directory's name. A directory
// whose own name ends like a range is given with a slash behind it.
struct SourceArgument {
  std::string directory;
  std::string range;  // "LO-HI"; empty when none is given
};
SourceArgument SplitSourceArgument(std::string_view text);

// The handles of a command's SRC arguments. N sources are the subtasks of a job of parallelism N,
// in order: source i owns the key groups of subtask i unless it says otherwise, and is marked as
// one whose range is assumed. InvalidArgument for a bad range, or when there are more sources than key groups.
Result<std::vector<StateHandle>> ResolveSources(const std::vector<std::string>& arguments,
                                                const MaxParallelism& max_parallelism);

// The same without key groups: every source counts whole. InvalidArgument when one has a range.
Result<std::vector<StateHandle>> ResolveWholeSources(const std::vector<std::string>& arguments);

}  // namespace rescale::cli
