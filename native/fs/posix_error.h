// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rescale/status.h"

namespace rescale {

// The status for a failed system call on `path`, in the system's words: "open: Permission denied".
// ENOENT and ENOTDIR are NotFound, EEXIST and ENOTEMPTY are AlreadyExists, the rest is IoError.
Status ErrnoStatus(int error, std::string_view call, const std::string& path);

}  // namespace rescale
