// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "rescale/engine.h"

namespace rescale::cli {

// The engine this binary was built with; null when it has none.
std::unique_ptr<Engine> MakeEngine();
// "RocksDB 7.8.3"; empty when there is none.
std::string EngineName();

}  // namespace rescale::cli
