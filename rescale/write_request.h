// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "arguments.h"
#include "interrupt.h"
#include "progress_bar.h"
#include "rescale/run.h"

namespace rescale::cli {

// What every command that writes lends to its operation: signals, progress, the engine, and the
// flags they share. Outlives the operation.
class WriteRequest {
 public:
  explicit WriteRequest(const Arguments& arguments);

  // InvalidArgument for a bad --threads, IoError for a closed stdout. Points into this object.
  Result<WriteOptions> Options();
  // Takes the progress bar away, before results are written.
  void Finish() { progress_.Finish(); }

 private:
  const Arguments& arguments_;
  InterruptScope interrupt_;
  ProgressBar progress_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace rescale::cli
