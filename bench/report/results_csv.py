# SPDX-License-Identifier: Apache-2.0
"""All results as one CSV file: a line a figure."""

import csv
import io
from statistics import median

from report.flink_file import FIGURES
from report.jmh_file import described

HEADER = ("file", "benchmark", "parameters", "metric", "unit", "median", "min", "max", "runs")
FLINK_UNITS = {"s": "s", "bytes": "B"}


def results_csv(results):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for name, entries in results.entries.items():
        writer.writerows(line for entry in entries for line in entry_lines(name, entry))
    for name, restores in results.flink.items():
        writer.writerows(flink_lines(name, restores))
    writer.writerows(line for timeline in results.timelines or () for line in timeline_lines(timeline))
    return text.getvalue()


def entry_lines(name, entry):
    for metric_name, metric in {"primary": entry.primary, **entry.secondary}.items():
        yield line(name, entry.benchmark, described(entry.params), metric_name, metric.unit, metric.values)


def flink_lines(name, restores):
    for parallelism in restores.parallelisms:
        for strategy in restores.strategies:
            for figure in FIGURES:
                values = restores.values(strategy, parallelism, figure)
                if values:
                    unit = FLINK_UNITS.get(figure.rsplit("_", 1)[-1], "")
                    unit = "1/s" if figure.endswith("_per_s") else unit
                    yield line(name, strategy, f"from={restores.before}, to={parallelism}", figure, unit, values)


def timeline_lines(timeline):
    """The first sample and the last one."""
    params = f"case={timeline.case}, mib={timeline.mib}, state={timeline.state}"
    for when, sample in (("first", timeline.first), ("last", timeline.last)):
        for name, unit, value in (("seconds", "s", sample.seconds), ("files", "", sum(sample.files)),
                                  ("deadBytes", "B", sample.dead_bytes), ("bytes", "B", sample.total_bytes)):
            yield line("timeline.json", timeline.strategy, params, f"{when}.{name}", unit, [value])


def line(file, benchmark, params, metric, unit, values):
    figures = (repr(float(value)) for value in (median(values), min(values), max(values)))
    return [file, benchmark, params, metric, unit, *figures, len(values)]
