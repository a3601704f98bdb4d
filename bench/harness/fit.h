// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

namespace rescale::bench {

// A line through points, by least squares: y = at_zero + slope * x.
struct Line {
  double at_zero = 0;
  double slope = 0;
  double r_squared = 0;  // the part of y's variance that it explains; 1 when y does not vary

  // Throws std::invalid_argument with fewer than two different x.
  static Line Through(const std::vector<std::pair<double, double>>& points);
};

// The exponent e of the power law y = c * x^e that fits best: 0 is flat, 1 is in proportion. All x
// and y are above 0; throws as Line::Through.
double ExponentOf(const std::vector<std::pair<double, double>>& points);

}  // namespace rescale::bench
