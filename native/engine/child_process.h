// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "rescale/progress.h"
#include "rescale/status.h"

namespace rescale::engine {

// How a child process ended.
struct ChildEnd {
  std::optional<Status> status;  // what its work gave; none when it ended before it could say
  std::string how;               // "signal 6 (SIGABRT)", "exit status 1"; empty with a status
};

// The work of a child process, with a token that says when it is to stop.
using ChildWork = std::function<Status(const CancelToken*)>;

// Forks, has the child do `work`, and waits for its end. What crashes there ends the child alone.
//
// The child is a copy of the calling thread: `work` must not need other threads of this process,
// nor locks that they might hold. It has the standard streams and no other open file of this
// process, runs none of its signal or exit handlers, ignores SIGINT and SIGHUP (they go to the
// whole group, and the parent is the one to ask), and is killed when the calling thread ends.
//
// Once `cancel` (null: never) says so the child's token does too, by SIGTERM, and `grace` later it
// is killed; the status is Cancelled then. The child is gone when this returns.
// IoError when there can be no child. Threads may call it at the same time.
Result<ChildEnd> RunInChild(const ChildWork& work, const CancelToken* cancel,
                            std::chrono::milliseconds grace);

}  // namespace rescale::engine
