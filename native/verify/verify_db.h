// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rescale/file_system.h"
#include "rescale/key_group.h"
#include "rescale/verify.h"

namespace rescale::verify {

// The checks behind rescale::Verify on one directory; see rescale/verify.h for what each level
// covers. `manifest_name` stands in for CURRENT, for a database that is staged and has none yet;
// empty: CURRENT says.
Result<VerifyReport> VerifyDatabase(const VerifyOptions& options,
                                    const std::string& manifest_name = "");

}  // namespace rescale::verify
