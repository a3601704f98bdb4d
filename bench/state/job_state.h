// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "state/state.h"

namespace rescale::bench {

// State as a Flink job leaves it: column families of value, counter and list state and of timers,
// three levels, Snappy, changes and deletions over the first keys. 4 tasks, about `mib` MiB of SSTs
// each. Made once in `directory`. Throws std::runtime_error.
State MakeJobState(const std::string& directory, uint64_t mib);

}  // namespace rescale::bench
