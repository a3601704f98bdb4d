// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rescale/source.h"

namespace rescale::bench {

// Sources of which only the MANIFESTs exist: SSTs of one size side by side in the last level, which
// a plan never looks at.
struct ImaginedSources {
  std::string directory;  // source i becomes <directory>/<i>
  uint32_t parallelism = 4;
  MaxParallelism max_parallelism = *MaxParallelism::Create(128);
  uint64_t files = 0;      // SSTs, over all sources
  size_t bound_bytes = 0;  // length of their smallest and largest keys
  uint64_t table_bytes = 64 << 20;

  std::vector<StateHandle> handles() const;
  // Writes MANIFEST and CURRENT of each; throws std::runtime_error when it cannot.
  void Write() const;
};

}  // namespace rescale::bench
