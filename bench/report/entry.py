# SPDX-License-Identifier: Apache-2.0
"""One benchmark with one set of parameters."""

from dataclasses import dataclass
from math import isfinite

from report.input_error import InputError, expect
from report.metric import Metric, metric_from_json


@dataclass(frozen=True)
class Entry:
    """An element of a JMH results file."""

    benchmark: str
    mode: str
    params: dict
    primary: Metric
    secondary: dict
    where: str

    @property
    def name(self):
        """The last part of the benchmark's name: a strategy, an axis."""
        return self.benchmark.rsplit(".", 1)[-1]

    @property
    def key(self):
        """What makes entries of two files the same benchmark."""
        return self.benchmark, self.mode, tuple(sorted(self.params.items()))

    def metric(self, name):
        """The secondary metric of this name, or the primary one for "primary"; None if it was not measured."""
        return self.primary if name == "primary" else self.secondary.get(name)

    def param(self, name):
        if name not in self.params:
            raise InputError(f"{self.where}: {self.benchmark}: expected the parameter {name!r}, "
                             f"found {', '.join(self.params) or 'none'}")
        return self.params[name]

    def number(self, name):
        """The parameter as a number."""
        text = self.param(name)
        try:
            value = float(text)
            if not isfinite(value):
                raise ValueError(text)
            return value
        except ValueError:
            raise InputError(f"{self.where}: {self.benchmark}: parameter {name}: expected a number, "
                             f"found {text!r}") from None

    def median(self, name):
        metric = self.metric(name)
        return None if metric is None else metric.median

    def seconds(self, name="primary"):
        """The metric in seconds; None if it was not measured."""
        return self._converted(name, Metric.seconds)

    def mib(self, name):
        """The metric in MiB; None if it was not measured."""
        return self._converted(name, Metric.mib)

    def _converted(self, name, conversion):
        metric = self.metric(name)
        if metric is None:
            return None
        try:
            return conversion(metric)
        except InputError as error:
            raise InputError(f"{self.where}: {self.benchmark}: {name}: {error}") from None


def entry_from_json(node, where, index):
    at = f"{where}: entry {index}"
    expect(isinstance(node, dict), at, "an object", node)
    benchmark = node.get("benchmark")
    expect(isinstance(benchmark, str) and benchmark, f"{at}: benchmark", "a name", benchmark)
    at = f"{where}: {benchmark}"
    params = node.get("params") or {}
    expect(isinstance(params, dict), f"{at}: params", "an object", params)
    secondary = node.get("secondaryMetrics") or {}
    expect(isinstance(secondary, dict), f"{at}: secondaryMetrics", "an object", secondary)
    return Entry(
        benchmark=benchmark,
        mode=str(node.get("mode", "")),
        params={name: str(value) for name, value in params.items()},
        primary=metric_from_json(node.get("primaryMetric"), f"{at}: primaryMetric"),
        secondary={name: metric_from_json(metric, f"{at}: {name}") for name, metric in secondary.items()},
        where=where)
