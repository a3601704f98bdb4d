// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sst/table_file.h"
#include "sst/table_reader.h"

namespace rescale::sst {

// The iterator behind TableReader::NewIterator. The table must outlive it. An index that cannot be
// opened shows in the iterator's status.
std::unique_ptr<TableReader::Iterator> NewTableIterator(const TableFile& table,
                                                        const BlockHandle& index,
                                                        const IndexCoding& coding);

}  // namespace rescale::sst
