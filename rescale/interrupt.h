// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rescale/progress.h"

namespace rescale::cli {

// SIGINT and SIGTERM ask the operation to stop for as long as this lives; a second signal ends the
// process at once with exit status 130. Without one alive, the first signal does. One at a time.
class InterruptScope {
 public:
  // `announce`: say on stderr that a signal was seen, for the stop may take a moment.
  explicit InterruptScope(bool announce);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

  const CancelToken* token() const { return &token_; }

 private:
  CancelToken token_;
};

// Takes over SIGINT and SIGTERM, and ignores SIGPIPE so that a closed pipe is an error of write().
void InstallSignalHandlers();

}  // namespace rescale::cli
