// SPDX-License-Identifier: Apache-2.0
#include "harness/score.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace rescale::bench {
namespace {

// Student's t for a two-sided confidence of 99.9 %, by degrees of freedom from 1 on.
constexpr double kStudent[] = {636.619, 31.599, 12.924, 8.610, 6.869, 5.959, 5.408, 5.041,
                               4.781,   4.587,  4.437,  4.318, 4.221, 4.140, 4.073, 4.015,
                               3.965,   3.922,  3.883,  3.850, 3.819, 3.792, 3.768, 3.745,
                               3.725,   3.707,  3.690,  3.674, 3.659, 3.646};
constexpr double kNormal = 3.291;  // with infinitely many

double StudentT(size_t degrees) {
  return degrees <= std::size(kStudent) ? kStudent[degrees - 1] : kNormal;
}

double ErrorOf(const std::vector<double>& samples, double mean) {
  if (samples.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const auto n = static_cast<double>(samples.size());
  return StudentT(samples.size() - 1) * std::sqrt(squares / (n - 1) / n);
}

}  // namespace

Score ScoreOf(std::vector<double> samples) {
  if (samples.empty()) throw std::invalid_argument("a score needs a sample");
  std::sort(samples.begin(), samples.end());
  Score score;
  score.min = samples.front();
  score.max = samples.back();
  const size_t middle = samples.size() / 2;
  score.median =
      samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  score.mean =
      std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
  score.error = ErrorOf(samples, score.mean);
  return score;
}

}  // namespace rescale::bench
