# SPDX-License-Identifier: Apache-2.0
"""MANIFESTs of many SSTs read, planned and linked."""

from report.markdown_table import markdown, mib, seconds, strong, whole
from report.plan_goals import BOUND, wanted_mib

HEADER = ["SSTs", "bounds", "plan", "peak memory", "run", "peak memory", f"wanted: {BOUND}"]


def plan_table(entries, cores):
    return markdown(HEADER, [row(entry, cores) for entry in
                             sorted(entries, key=lambda e: (e.number("boundBytes"), e.number("files")))])


def row(entry, cores):
    files = entry.number("files")
    wanted = wanted_mib(files, cores)
    run_peak = value(entry.mib("runPeakRss"))
    text = f"{mib(run_peak)} MiB"
    return [whole(files), f"{entry.param('boundBytes')} bytes", seconds(entry.seconds().median),
            f"{mib(value(entry.mib('planPeakRss')))} MiB", seconds(value(entry.seconds("run"))),
            strong(text) if run_peak is not None and run_peak > wanted else text, f"{whole(wanted)} MiB"]


def value(metric):
    return None if metric is None else metric.median
