// SPDX-License-Identifier: Apache-2.0
#include "harness/fit.h"

#include <cmath>
#include <stdexcept>

namespace rescale::bench {
namespace {

struct Moments {
  double x = 0, y = 0;            // means
  double xx = 0, xy = 0, yy = 0;  // sums of products of the distances from them
};

Moments MomentsOf(const std::vector<std::pair<double, double>>& points) {
  Moments moments;
  for (const auto& [x, y] : points) {
    moments.x += x / static_cast<double>(points.size());
    moments.y += y / static_cast<double>(points.size());
  }
  for (const auto& [x, y] : points) {
    moments.xx += (x - moments.x) * (x - moments.x);
    moments.xy += (x - moments.x) * (y - moments.y);
    moments.yy += (y - moments.y) * (y - moments.y);
  }
  return moments;
}

}  // namespace

Line Line::Through(const std::vector<std::pair<double, double>>& points) {
  const Moments moments = MomentsOf(points);
  if (!(moments.xx > 0)) throw std::invalid_argument("a line needs two different x");
  Line line;
  line.slope = moments.xy / moments.xx;
  line.at_zero = moments.y - line.slope * moments.x;
  line.r_squared = moments.yy > 0 ? moments.xy * moments.xy / (moments.xx * moments.yy) : 1;
  return line;
}

double ExponentOf(const std::vector<std::pair<double, double>>& points) {
  std::vector<std::pair<double, double>> logarithms;
  for (const auto& [x, y] : points) logarithms.emplace_back(std::log(x), std::log(y));
  return Line::Through(logarithms).slope;
}

}  // namespace rescale::bench
