// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rescale/source.h"

namespace rescale::bench {

// The stock way, as Flink's default restore does it: the source with the largest part of `target`
// becomes the main database (its files linked), what it has outside the target is deleted by range,
// and every other source's part is iterated and written into it by write batches of 500 keys,
// without WAL. Then it is flushed. Throws on failure.
void WriteBatchCopy(const std::vector<StateHandle>& sources, const MaxParallelism& max,
                    const KeyGroupRange& target, const std::string& out);

// Opens a result as its user would and reads its first key; false, having said why, when that
// fails.
bool OpenAndRead(const std::string& directory);

}  // namespace rescale::bench
