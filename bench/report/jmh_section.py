# SPDX-License-Identifier: Apache-2.0
"""Restores through JNI, measured by JMH."""

from report.markdown_table import arrow, markdown, mib, quotient, seconds, size, strong
from report.text_table import NONE, figure

OURS = "rescale"
STRATEGIES = ("writeBatch", "sstFileWriter", "deleteRange", "importAndClip", "importAndDeleteRange", OURS)


def jmh_table(entries):
    """Columns for the secondary metrics that there are; bytes in MiB."""
    names = sorted({name for entry in entries for name in entry.secondary})
    header = ["state", "case", "strategy", "ready", "min–max", "/ rescale", *names]
    return markdown(header, [row(entry, entries, names) for entry in ordered(entries)])


def ordered(entries):
    """By size, case and strategy; JMH sorts by letter."""
    cases = list(dict.fromkeys(entry.param("rescale") for entry in entries))
    return sorted(entries, key=lambda entry: (entry.number("mib"), cases.index(entry.param("rescale")), place(entry)))


def place(entry):
    return STRATEGIES.index(entry.name) if entry.name in STRATEGIES else len(STRATEGIES)


def row(entry, entries, names):
    metric = entry.seconds()
    ours = next((other for other in entries if other.name == OURS and other.params == entry.params), None)
    name = strong(entry.name) if entry.name == OURS else entry.name
    return [size(int(entry.number("mib"))), arrow(entry.param("rescale")), name, seconds(metric.median),
            f"{figure(metric.low)}–{figure(metric.high)}", figure(ours and quotient(metric.median, ours.seconds().median)),
            *(secondary(entry, name) for name in names)]


def secondary(entry, name):
    metric = entry.metric(name)
    if metric is None:
        return NONE
    if "bytes" in name.lower() or metric.unit == "B":
        return f"{mib(entry.mib(name).median)} MiB"
    # What JMH calls an event counter.
    return f"{metric.median:g}" if metric.unit == "#" else f"{figure(metric.median)} {metric.unit}".strip()
