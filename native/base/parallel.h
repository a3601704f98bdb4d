// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

#include "rescale/status.h"

namespace rescale {

// Runs task(0) .. task(count - 1), each once, on up to `threads` threads (0: one a core), in rising
// order of start. After the first failure no further task is started; of several failures the one
// with the lowest index is returned. An exception of a task is thrown again in the caller.
Status ParallelFor(size_t count, unsigned threads, const std::function<Status(size_t)>& task);

// `threads`, or the number of cores when it is 0.
unsigned ThreadCount(unsigned threads);

}  // namespace rescale
