// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "state/state.h"

namespace rescale::bench {

// The state of `kind`, "bulk" or "flink", of so many MiB a task, in `directory`: all that restores
// to the new parallelisms `to` need. Throws std::runtime_error for another kind.
State MakeState(const std::string& kind, uint64_t mib, const std::vector<uint32_t>& to,
                const std::string& directory);

}  // namespace rescale::bench
