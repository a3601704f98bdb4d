// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace rescale {

// Milliseconds since it was made, and since the last lap.
class Stopwatch {
 public:
  double TotalMs() const { return Since(start_); }
  double LapMs() {
    const double ms = Since(lap_);
    lap_ = Clock::now();
    return ms;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double Since(Clock::time_point from) {
    return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
  }
  Clock::time_point start_ = Clock::now();
  Clock::time_point lap_ = start_;
};

}  // namespace rescale
