# SPDX-License-Identifier: Apache-2.0
"""Restores of one task by each strategy: what they take, what they leave, and the published table."""

from report.markdown_table import arrow, markdown, mib, quotient, seconds, size, strong
from report.published import COLUMNS
from report.restores import FLOOR, RESCALE
from report.text_table import NONE, figure

READY = ["state", "case", "strategy", "ready", "/ rescale", "files", "CPU", "peak", "read", "written", "linked"]
LEFT = ["state", "case", "strategy", "dead MiB", "tombstones", "until clean", "MiB written", "upload", "get p50", "p99"]


def ready_table(restores):
    return markdown(READY, [ready_row(group, entry, restores.find(*group, RESCALE))
                            for group in restores.groups for entry in restores.strategies(group).values()])


def ready_row(group, entry, ours):
    opened = entry.name != FLOOR
    times = quotient(entry.seconds().median, ours.seconds().median) if opened and ours else None
    files = entry.seconds("prepare") or (None if opened else entry.seconds())
    return [*beginning(group, entry),
            seconds(entry.seconds().median if opened else None),
            figure(times),
            seconds(median(files)),
            seconds(median(entry.seconds("cpu"))),
            *(mib(median(entry.mib(name))) for name in ("peakRss", "bytesRead", "bytesWritten", "bytesLinked"))]


def left_table(restores):
    return markdown(LEFT, [left_row(group, entry) for group in restores.groups
                           for entry in restores.strategies(group).values() if entry.metric("deadBytes")])


def left_row(group, entry):
    return [*beginning(group, entry), mib(median(entry.mib("deadBytes"))), count(entry.median("rangeTombstones")),
            seconds(median(entry.seconds("clean"))), mib(median(entry.mib("cleanBytes"))),
            mib(median(entry.mib("newBytes"))), microseconds(entry.seconds("getP50")),
            microseconds(entry.seconds("getP99"))]


def beginning(group, entry):
    state, size_, case = group
    name = strong(entry.name) if entry.name == RESCALE else entry.name
    return [f"{state}, {size(size_)}", arrow(case), name]


def median(metric):
    return None if metric is None else metric.median


def count(value):
    return NONE if value is None else f"{value:g}"


def microseconds(metric):
    return NONE if metric is None else f"{metric.median * 1e6:.1f}"


def published_table(restores, published):
    """Of the sizes and cases that we have, too."""
    header = ["size", "case", *COLUMNS, "Write_Batch / Ingest_DB", *COLUMNS.values(), strong(RESCALE),
              "write_batch / rescale"]
    rows = [published_row(restores, published, *row) for row in published.rows
            if restores.find("bulk", *row, RESCALE)]
    return markdown(header, rows) or ("Not measured at any of its sizes, "
                                      f"{', '.join(size(mib_) for mib_ in published_sizes(published))}.")


def published_sizes(published):
    return sorted({mib_ for mib_, _ in published.rows})


def published_row(restores, published, mib_, case):
    theirs = [published.seconds(mib_, case, column) for column in COLUMNS]
    ours = [restores.find("bulk", mib_, case, strategy) for strategy in (*COLUMNS.values(), RESCALE)]
    measured = [entry and entry.seconds().median for entry in ours]
    return [f"{published.size(mib_, case)}, ours {size(mib_)}", arrow(case),
            *map(seconds, theirs), figure(quotient(theirs[0], theirs[-1])),
            *map(seconds, measured[:-1]), strong(seconds(measured[-1])), figure(quotient(measured[0], measured[-1]))]
