# SPDX-License-Identifier: Apache-2.0
"""How a figure grows: the exponent of a power law, and the cost of one more."""

from math import log


def line(xs, ys):
    """Slope and intercept by least squares; None if there are not two different xs."""
    if len(set(xs)) < 2:
        return None
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = (sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys))
             / sum((x - mean_x) ** 2 for x in xs))
    return slope, mean_y - slope * mean_x


def exponent(xs, ys):
    """Exponent and factor of y = factor * x ** exponent, fitted in log-log; None for fewer than two different xs, or
    for what has no logarithm."""
    if any(value <= 0 for value in (*xs, *ys)):
        return None
    fitted = line([log(x) for x in xs], [log(y) for y in ys])
    return None if fitted is None else (fitted[0], 2.718281828459045 ** fitted[1])
