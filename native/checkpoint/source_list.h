// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rescale/file_system.h"
#include "rescale/source.h"

namespace rescale::checkpoint {

// InvalidArgument when two handles are one directory, by whatever paths; NotFound when one is not
// there.
Status CheckDistinct(FileSystem& fs, const std::vector<StateHandle>& handles);

}  // namespace rescale::checkpoint
