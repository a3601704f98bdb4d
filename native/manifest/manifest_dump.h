// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "rescale/file_system.h"

namespace rescale::manifest {

// Prints every record of the MANIFEST at `path` and what its edit says, one `line` at a time, keys
// escaped. Damage is a line of its own, and what can still be read behind it follows: the records
// of the next log block, the rest of the file after an edit that does not decode. The last line
// says how far it got and why it stopped. Memory is one record.
//
// Returns the first damage that a line told of, after all lines; Ok when there was none.
Status DumpManifest(FileSystem& fs, const std::string& path,
                    const std::function<void(std::string_view line)>& line);

}  // namespace rescale::manifest
