// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace rescale::bench {

// One figure over all forks and iterations, as JMH shows it.
struct Score {
  double mean = 0;
  double error = 0;  // half the width of the 99.9 % confidence interval; NaN below two samples
  double median = 0;
  double min = 0;
  double max = 0;
};

// Of at least one sample.
Score ScoreOf(std::vector<double> samples);

}  // namespace rescale::bench
