// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "rescale/file_system.h"

namespace rescale::sst {

// Shows an SST to a person, line by line: footer, metaindex, properties, each data block with its
// index separator and a summary of its entries, range tombstones. A damaged part is shown as such
// and skipped where what follows can still be found; the last line says how far it got. Returns the
// first damage; NotFound or IoError when the file cannot be read.
Status DumpTable(FileSystem& fs, const std::string& path,
                 const std::function<void(std::string_view)>& emit_line);

// One property as text: numbers as numbers, text as it is, other bytes as \xNN.
std::string PropertyToText(std::string_view name, std::string_view value);

}  // namespace rescale::sst
