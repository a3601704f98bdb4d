# SPDX-License-Identifier: Apache-2.0
"""One figure of a benchmark: what each run measured, and its unit."""

from dataclasses import dataclass
from math import isfinite
from statistics import median as median_of

from report.input_error import InputError, expect

SECONDS = {"min": 60.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
# "#" is what JMH calls an event counter; ours count bytes where the name says so.
BYTES = {"B": 1, "bytes": 1, "#": 1, "KiB": 1 << 10, "MiB": 1 << 20}
MIB = 1 << 20


@dataclass(frozen=True)
class Metric:
    """Values of all runs of all forks, in the order of the runs; never empty."""

    values: tuple
    unit: str

    @property
    def median(self):
        return median_of(self.values)

    @property
    def low(self):
        return min(self.values)

    @property
    def high(self):
        return max(self.values)

    @property
    def more_is_better(self):
        return self.unit.startswith("ops/")

    def scaled(self, factor, unit):
        return Metric(tuple(value * factor for value in self.values), unit)

    def seconds(self):
        """The same in seconds; InputError for what is no time."""
        return self._converted(SECONDS, 1, "s")

    def mib(self):
        """The same in MiB; InputError for what is no number of bytes."""
        return self._converted(BYTES, MIB, "MiB")

    def _converted(self, units, divisor, unit):
        name = self.unit.removesuffix("/op")
        if name not in units:
            raise InputError(f"unit {self.unit!r}: expected one of {', '.join(units)}")
        return self.scaled(units[name] / divisor, unit)


def metric_from_json(node, where):
    """Of a primaryMetric or an element of secondaryMetrics."""
    expect(isinstance(node, dict), where, "an object with scoreUnit and rawData", node)
    unit = node.get("scoreUnit")
    expect(isinstance(unit, str), f"{where}: scoreUnit", "a text", unit)
    forks = node.get("rawData")
    expect(isinstance(forks, list) and all(isinstance(fork, list) for fork in forks), f"{where}: rawData",
           "a list of runs for each fork", forks)
    values = tuple(number(value, f"{where}: rawData") for fork in forks for value in fork)
    expect(values, f"{where}: rawData", "at least one run", "nothing")
    return Metric(values, unit)


def number(value, where):
    expect(isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value), where, "a number", value)
    return float(value)
