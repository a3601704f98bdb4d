// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rescale/status.h"
#include "sst/table_reader.h"

namespace rescale::clip {

// Whether a table is of a kind whose blocks may be moved to other offsets and other neighbours.
// NotSupported, naming the property or meta block that stands against it, otherwise.
Status CheckCuttable(const sst::TableReader& table);

}  // namespace rescale::clip
