// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rescale/file_system.h"

namespace rescale {

// linkat, following a symbolic link at `from`: the new name is the file itself. See FileSystem.
Status HardLinkPosix(const std::string& from, const std::string& to, LinkFailure* failure);

// FICLONE into a new, synced file. See FileSystem.
Status ReflinkPosix(const std::string& from, const std::string& to, uint32_t mode);

}  // namespace rescale
