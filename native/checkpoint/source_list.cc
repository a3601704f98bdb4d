// SPDX-License-Identifier: Apache-2.0
#include "checkpoint/source_list.h"

#include <fmt/format.h>

#include <map>
#include <string>

namespace rescale::checkpoint {

Status CheckDistinct(FileSystem& fs, const std::vector<StateHandle>& handles) {
  std::map<std::string, std::string> seen;
  for (const StateHandle& handle : handles) {
    RESCALE_ASSIGN_OR_RETURN(const std::string canonical, fs.Canonical(handle.directory));
    const auto [first, fresh] = seen.emplace(canonical, handle.directory);
    if (fresh) continue;
    return Status::InvalidArgument(fmt::format(
        "source {} is the same directory as source {}; give each old subtask's checkpoint once",
        handle.directory, first->second));
  }
  return Status::Ok();
}

}  // namespace rescale::checkpoint
