# SPDX-License-Identifier: Apache-2.0
"""The entries of growth.json: how a rescale grows along one axis, all else being equal."""

from dataclasses import dataclass

from report.input_error import expect
from report.power_law import exponent, line

PREFIX = "rescale.Growth."
# Axis -> the parameter that changes along it, and what readers call it.
AXES = {
    "stateMib": ("mib", "MiB of state"),
    "files": ("files", "SSTs"),
    "sources": ("sources", "sources"),
    "columnFamilies": ("columnFamilies", "column families"),
    "maxParallelism": ("maxParallelism", "maximum parallelism"),
}


@dataclass(frozen=True)
class Series:
    """Points along an axis, in their order."""

    axis: str
    case: str
    entries: tuple

    @property
    def title(self):
        return AXES[self.axis][1]

    @property
    def xs(self):
        return [entry.number(AXES[self.axis][0]) for entry in self.entries]

    def ys(self, name):
        """Medians; None for a point where this was not measured."""
        return [entry.median(name) for entry in self.entries]

    def fit(self, name):
        """Exponent and factor; None if there is nothing to fit."""
        return exponent(*self.measured(name))

    def slope(self, name):
        """Of a straight line; None if there are no two points."""
        fitted = line(*self.measured(name))
        return fitted and fitted[0]

    def measured(self, name):
        """xs and ys of the points where it was measured, and was not 0."""
        points = [(x, y) for x, y in zip(self.xs, self.ys(name)) if y]
        return [x for x, _ in points], [y for _, y in points]


def growth(entries):
    """A series for each axis; one for each case, too, where an axis has several points of a case."""
    by_axis = {}
    for entry in entries:
        expect(entry.benchmark.startswith(PREFIX) and entry.name in AXES, f"{entry.where}: benchmark",
               f"{PREFIX}<one of {', '.join(AXES)}>", entry.benchmark)
        by_axis.setdefault(entry.name, []).append(entry)
    return [series for axis in AXES if axis in by_axis for series in split(axis, by_axis[axis])]


def split(axis, entries):
    parameter = AXES[axis][0]
    by_case = {}
    for entry in entries:
        by_case.setdefault(entry.param("case"), []).append(entry)
    if all(len(points) < 2 for points in by_case.values()):
        by_case = {"": entries}
    return [Series(axis, case, tuple(sorted(points, key=lambda entry: entry.number(parameter))))
            for case, points in by_case.items()]
