// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace rescale::plan {

// One target of a plan. Keys carry units, sizes are numbers of bytes, file numbers are numbers.
// Keys of the database are hexadecimal, since they need not be text.
nlohmann::ordered_json ToJson(const Plan& plan);
// One document: {"max_parallelism", "targets": [...]}.
std::string ToJsonText(const std::vector<Plan>& plans);

}  // namespace rescale::plan
