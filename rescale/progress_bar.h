// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "rescale/progress.h"

namespace rescale::cli {

// One line on stderr that is redrawn while an operation runs. Draws only on a terminal that can
// redraw a line; elsewhere it does nothing.
class ProgressBar {
 public:
  // `enabled`: neither --quiet nor --no-progress was given.
  explicit ProgressBar(bool enabled);
  // Takes the line away.
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // What to hand to an operation; empty when nothing is drawn. The bar outlives the operation.
  ProgressCallback callback();
  // Takes the line away for good, so that other text can follow.
  void Finish();

 private:
  void Update(const Progress& progress);

  using Clock = std::chrono::steady_clock;
  bool draws_ = false;
  bool drawn_ = false;
  bool colour_ = false;
  int columns_ = 80;
  Clock::time_point start_;
  Clock::time_point last_draw_;
};

// The line itself, at most `columns` wide: phase, bar, files, bytes linked beside bytes rewritten,
// time left as far as it can be told.
std::string ProgressLine(const Progress& progress, double elapsed_ms, int columns);

}  // namespace rescale::cli
